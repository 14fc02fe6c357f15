// A campaign that several processes share comes to what one process comes to.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/core/lab/schedule/point_experiment.hpp>
#include <oncelab/core/lab/schedule/same_result.hpp>

namespace oncelab::schedule {
namespace {

constexpr auto strategies = {"random", "pct", "pos", "urw", "portfolio"};
using Order = std::vector<unsigned>;  // clients, by step

// Fails where client 0 is overtaken in each of its `windows` windows.
class Overtaken {
 public:
  explicit Overtaken(unsigned windows)
      : experiment_({{windows + 1}, {2 * windows}, {3}},
                    [windows](const Order& order) -> std::optional<scenario::Failure> {
                      unsigned overtaken = 0;
                      for (std::size_t i = 2; i < order.size(); ++i) {
                        overtaken +=
                            order[i] == 0 && order[i - 1] == 1 && order[i - 2] == 0 ? 1U : 0U;
                      }
                      if (overtaken < windows) {
                        return std::nullopt;
                      }
                      return scenario::Failure{"order", "overtaken"};
                    }) {}
  ExploreResult explore(const char* strategy, const ExploreOptions& options) {
    StrategyOptions of_strategy;
    of_strategy.seed = options.seed;
    const auto made = make_strategy(strategy, of_strategy).value();
    return schedule::explore(experiment_, *made, options);
  }

 private:
  PointExperiment experiment_;
};

ExploreOptions with(unsigned workers, std::uint64_t schedules_max, std::uint64_t share_after = 10) {
  ExploreOptions options;
  options.workers = workers;
  options.share_after = share_after;
  options.schedules_max = schedules_max;
  options.seed = Seed{7};
  return options;
}

TEST(SharedCampaign, is_the_same_for_any_number_of_workers) {
  for (const char* strategy : strategies) {
    Overtaken never(99);
    const ExploreResult alone = never.explore(strategy, with(1, 3'000));
    EXPECT_EQ(alone.schedules, 3'000U);
    for (const unsigned workers : {2U, 3U, 5U}) {
      SCOPED_TRACE(std::string(strategy) + ", " + std::to_string(workers));
      expect_same(alone, never.explore(strategy, with(workers, 3'000)));
    }
  }
}

TEST(SharedCampaign, finds_the_same_failure) {
  unsigned after_sharing = 0;
  for (const char* strategy : strategies) {
    Overtaken sometimes(4);
    const ExploreResult alone = sometimes.explore(strategy, with(1, 20'000));
    after_sharing += alone.schedules > 10 ? 1U : 0U;
    for (const unsigned workers : {2U, 4U}) {
      SCOPED_TRACE(std::string(strategy) + ", " + std::to_string(workers));
      expect_same(alone, sometimes.explore(strategy, with(workers, 20'000)));
    }
  }
  EXPECT_GE(after_sharing, 3U);
}

TEST(SharedCampaign, any_budget_is_a_prefix) {
  for (std::uint64_t budget = 1; budget <= 60; ++budget) {
    Overtaken never(99);
    expect_same(never.explore("portfolio", with(1, budget)),
                never.explore("portfolio", with(3, budget)));
  }
}

TEST(SharedCampaign, ends_when_time_is_up_with_what_was_run) {
  Overtaken never(99);
  ExploreOptions options = with(2, 0);
  options.schedules_max.reset();
  double now = 0;
  options.now_seconds = [&now] { return now += 0.01; };
  options.seconds_max = 3;
  const ExploreResult timed = never.explore("portfolio", options);
  EXPECT_EQ(timed.stop, StopReason::seconds);
  ASSERT_GT(timed.schedules, 10U);
  const ExploreResult prefix = never.explore("portfolio", with(1, timed.schedules));
  EXPECT_EQ(timed.steps, prefix.steps);
  EXPECT_EQ(timed.runs, prefix.runs);
}

TEST(SharedCampaign, an_interrupt_keeps_what_was_run) {
  Overtaken never(99);
  ExploreOptions options = with(2, 1'000'000);
  options.progress = [](std::uint64_t schedules) { return schedules < 500; };
  const ExploreResult result = never.explore("random", options);
  EXPECT_EQ(result.stop, StopReason::interrupted);
  EXPECT_GE(result.schedules, 500U);
}

// Ends its process in a run of a child.
PointExperiment deadly() {
  return PointExperiment({{3}, {3}}, [parent = ::getpid()](const Order&) {
    if (::getpid() != parent) {
      std::raise(SIGKILL);
    }
    return std::optional<scenario::Failure>();
  });
}

TEST(SharedCampaign, a_worker_that_is_killed_is_reported) {
  PointExperiment experiment = deadly();
  const auto strategy = make_strategy("random", {}).value();
  const ExploreResult result = explore(experiment, *strategy, with(2, 1'000));
  EXPECT_EQ(result.verdict, check::Verdict::inconclusive);
  EXPECT_EQ(result.stop, StopReason::worker_lost);
  EXPECT_NE(result.stop_text.find("while it ran schedules"), std::string::npos) << result.stop_text;
}

TEST(SharedCampaign, what_happens_in_one_process_only_is_nondeterminism) {
  PointExperiment fickle({{3}, {3}}, [parent = ::getpid()](const Order&) {
    return ::getpid() == parent ? std::optional<scenario::Failure>()
                                : scenario::Failure{"there", "in a child only"};
  });
  const auto strategy = make_strategy("random", {}).value();
  const ExploreResult result = explore(fickle, *strategy, with(2, 1'000));
  EXPECT_EQ(result.verdict, check::Verdict::inconclusive);
  EXPECT_EQ(result.stop, StopReason::nondeterminism);
}

TEST(SharedCampaign, a_process_with_threads_of_its_own_is_not_copied) {
  std::atomic<bool> done = false;
  std::thread other([&done] { done.wait(false); });
  PointExperiment experiment = deadly();
  const auto strategy = make_strategy("random", {}).value();
  EXPECT_EQ(explore(experiment, *strategy, with(2, 1'000)).schedules, 1'000U);
  done = true;
  done.notify_one();
  other.join();
}

}  // namespace
}  // namespace oncelab::schedule
