// A tree search that several processes share: budgets, failures, goals, kept states, lost copies.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>
#include <utility>

#include <oncelab/core/lab/schedule/archive.hpp>
#include <oncelab/core/lab/schedule/point_experiment.hpp>
#include <oncelab/core/lab/schedule/shared_search.hpp>

namespace oncelab::schedule {
namespace {

using Order = std::vector<unsigned>;  // clients, by step

PointExperiment steps_of_three(PointExperiment::Judge judge = {}) {
  return PointExperiment({{1, 1}, {2}, {1, 1}}, std::move(judge));
}

TEST_F(SharedSearch, any_budget_is_a_prefix) {
  PointExperiment experiment = steps_of_three();
  for (const Search& search : searches()) {
    for (std::uint64_t budget = 1; budget <= 40; ++budget) {
      SCOPED_TRACE(budget);
      ExploreOptions options;
      options.schedules_max = budget;
      compare(experiment, search, options);
    }
  }
  EXPECT_GT(sharing_.taken, 100U);
}

TEST_F(SharedSearch, finds_the_same_failure) {
  for (unsigned failing = 0; failing < 30; ++failing) {
    SCOPED_TRACE(failing);
    // Some orders fail, others than with another number.
    PointExperiment experiment = steps_of_three([failing](const Order& order) {
      unsigned code = failing;
      for (const unsigned client : order) {
        code = code * 31 + client;
      }
      return code % 17 == 0 ? std::optional(scenario::Failure{"code", std::to_string(code)})
                            : std::nullopt;
    });
    for (const Search& search : searches()) {
      compare(experiment, search);
    }
  }
  EXPECT_GT(sharing_.taken, 100U);
}

// Counts the runs that client 1 begins, and those that it ends.
class WithGoals final : public scenario::Experiment {
 public:
  [[nodiscard]] unsigned clients() const override { return steps_.clients(); }
  void set_up() override { steps_.set_up(); }
  void client(ClientId id) override { steps_.client(id); }
  void finish() override { steps_.finish(); }
  void on_call(ClientId id, std::uint32_t operation, std::uint32_t step) override {
    steps_.on_call(id, operation, step);
  }
  [[nodiscard]] const history::History& history() const override { return steps_.history(); }
  [[nodiscard]] std::optional<scenario::Failure> judge() override { return steps_.judge(); }
  [[nodiscard]] std::string explain() override { return {}; }
  [[nodiscard]] std::vector<scenario::Goal> goals() const override {
    return {{"begins", begins_}, {"ends", ends_}};
  }

 private:
  std::uint64_t begins_ = 0;
  std::uint64_t ends_ = 0;
  PointExperiment steps_ = steps_of_three([this](const Order& order) {
    begins_ += order.front() == 1 ? 1U : 0U;
    ends_ += order.back() == 1 ? 1U : 0U;
    const bool fails = order == Order{2, 1, 0, 2, 1, 0};
    return fails ? std::optional(scenario::Failure{"order", "this one"}) : std::nullopt;
  });
};

TEST_F(SharedSearch, counts_goals_once) {
  for (const Search& search : searches()) {
    SCOPED_TRACE(text_of(search));
    ExploreOptions options;
    options.share_after = 1;
    WithGoals by_one;
    const ExploreResult alone = explore(by_one, search, options);
    ASSERT_EQ(alone.goals.size(), 2U);
    EXPECT_GT(alone.goals[1].runs, 0U);
    for (options.workers = 2; options.workers <= 4; ++options.workers) {
      WithGoals by_some;
      expect_same(alone, explore(by_some, search, options));
    }
  }
  EXPECT_GT(sharing_.taken, 20U);
}

TEST_F(SharedSearch, can_be_gone_on_with_from_any_state_that_was_kept) {
  PointExperiment experiment({{2}, {1, 1}, {2}, {1}});
  const auto whole = [&](ExploreOptions options, std::vector<std::uint64_t> from,
                         std::vector<std::pair<ExploreResult, std::vector<std::uint64_t>>>* kept) {
    const auto strategy = make_strategy("dpor", {}).value();
    if (options.before != nullptr) {
      Archive archive(std::move(from));
      strategy->exchange(archive);
      EXPECT_TRUE(archive.good());
    }
    if (kept != nullptr) {
      options.keep = [&](const ExploreResult& so_far) {
        Archive archive;
        strategy->exchange(archive);
        kept->emplace_back(so_far, archive.numbers());
      };
    }
    return schedule::explore(experiment, *strategy, options);
  };
  const ExploreResult alone = whole({}, {}, nullptr);
  ASSERT_TRUE(alone.complete);
  ExploreOptions shared;
  shared.workers = 3;
  shared.share_after = 1;
  std::vector<std::pair<ExploreResult, std::vector<std::uint64_t>>> kept;
  expect_same(alone, whole(shared, {}, &kept));
  EXPECT_GT(kept.size(), 2U);
  for (const auto& [so_far, state] : kept) {
    ExploreOptions rest = shared;
    rest.before = &so_far;
    const ExploreResult both = whole(rest, state, nullptr);
    EXPECT_TRUE(both.complete);
    EXPECT_EQ(both.schedules, alone.schedules);
    EXPECT_EQ(both.steps, alone.steps);
    EXPECT_EQ(both.runs, alone.runs + 1);  // that does not count
  }
}

TEST_F(SharedSearch, a_copy_that_is_killed_changes_nothing) {
  const auto dies_in_copies = [parent = ::getpid()](const Order& order) {
    if (::getpid() != parent && order.back() == 1) {
      std::raise(SIGKILL);
    }
    return std::optional<scenario::Failure>();
  };
  PointExperiment experiment = steps_of_three(dies_in_copies);
  for (const Search& search : searches()) {
    compare(experiment, search);
  }
  EXPECT_GT(sharing_.lost, 10U);
}

TEST_F(SharedSearch, what_happens_in_a_copy_only_is_nondeterminism) {
  PointExperiment fickle = steps_of_three([parent = ::getpid()](const Order&) {
    return ::getpid() == parent ? std::optional<scenario::Failure>()
                                : scenario::Failure{"there", "in a copy only"};
  });
  ExploreOptions options;
  options.workers = 2;
  options.share_after = 1;
  const ExploreResult result = explore(fickle, every_schedule, options);
  EXPECT_EQ(result.verdict, check::Verdict::inconclusive);
  EXPECT_EQ(result.stop, StopReason::nondeterminism);
  EXPECT_NE(result.stop_text.find("in another process"), std::string::npos) << result.stop_text;
  EXPECT_FALSE(result.found);
}

TEST_F(SharedSearch, ends_when_time_is_up_with_what_was_run) {
  PointExperiment experiment({{6}, {6}, {6}});
  ExploreOptions options;
  options.workers = 3;
  options.share_after = 1;
  double now = 0;
  options.now_seconds = [&now] { return now += 0.01; };
  options.seconds_max = 2;
  const ExploreResult timed = explore(experiment, every_class, options);
  EXPECT_EQ(timed.stop, StopReason::seconds);
  ExploreOptions prefix;
  prefix.schedules_max = timed.schedules;
  const ExploreResult alone = explore(experiment, every_class, prefix);
  EXPECT_EQ(timed.runs, alone.runs);
  EXPECT_EQ(timed.steps, alone.steps);
}

TEST_F(SharedSearch, a_process_with_threads_of_its_own_is_not_copied) {
  std::atomic<bool> done = false;
  std::thread other([&done] { done.wait(false); });
  PointExperiment experiment = steps_of_three();
  ExploreOptions options;
  options.workers = 2;
  options.share_after = 1;
  EXPECT_TRUE(explore(experiment, every_class, options).complete);
  EXPECT_EQ(sharing_.begun, 0U);
  done = true;
  done.notify_one();
  other.join();
}

}  // namespace
}  // namespace oncelab::schedule
