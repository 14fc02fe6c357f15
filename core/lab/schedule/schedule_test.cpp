// Strategies and the explorer on programs whose interleavings are known by arithmetic.
#include <gtest/gtest.h>

#include <set>

#include <oncelab/core/lab/schedule/dfs.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/core/lab/schedule/pct.hpp>
#include <oncelab/core/lab/schedule/point_experiment.hpp>
#include <oncelab/core/lab/schedule/random.hpp>

namespace oncelab::schedule {
namespace {

std::uint64_t schedules(std::vector<std::vector<unsigned>> points,
                        std::optional<std::uint32_t> bound = {}) {
  PointExperiment experiment(std::move(points));
  DepthFirst dfs(bound);
  const auto result = explore(experiment, dfs, {});
  EXPECT_EQ(result.verdict, check::Verdict::held) << result.stop_text;
  EXPECT_TRUE(result.complete);
  return result.schedules;
}

TEST(DepthFirst, visits_every_interleaving_once) {
  EXPECT_EQ(schedules({{3}}), 1U);
  EXPECT_EQ(schedules({{1}, {1}}), 2U);
  EXPECT_EQ(schedules({{3}, {3}}), 20U);       // 6! / (3! 3!)
  EXPECT_EQ(schedules({{2}, {2}, {2}}), 90U);  // 6! / (2! 2! 2!)
  EXPECT_EQ(schedules({{1}, {1}, {1}, {1}, {1}}), 120U);
  EXPECT_EQ(schedules({{4}, {1, 1}}), 15U);  // 6! / (4! 2!)
}

TEST(DepthFirst, an_operation_without_a_step_gets_one) {
  EXPECT_EQ(schedules({{0, 0}, {0, 0}}), 6U);  // 4! / (2! 2!)
  EXPECT_EQ(schedules({{0}, {3}}), 4U);
}

TEST(DepthFirst, a_bound_on_preemptions_counts_exactly_those_schedules) {
  // Two clients of n steps, k preemptions: written as blocks, alternating. With 2 steps each:
  // aabb bbaa have none; abba baab abbaa.. : a|bb a, b|aa b have one; abab baba have two.
  EXPECT_EQ(schedules({{2}, {2}}, 0), 2U);
  EXPECT_EQ(schedules({{2}, {2}}, 1), 4U);
  EXPECT_EQ(schedules({{2}, {2}}, 2), 6U);
  EXPECT_EQ(schedules({{2}, {2}}), 6U);
}

TEST(DepthFirst, says_whether_the_bound_cut_anything_off) {
  PointExperiment experiment({{2}, {2}});
  DepthFirst tight(1);
  (void)explore(experiment, tight, {});
  EXPECT_TRUE(tight.cut_by_bound());
  DepthFirst wide(9);
  const auto result = explore(experiment, wide, {});
  EXPECT_FALSE(wide.cut_by_bound());
  EXPECT_NE(coverage_text(result, Bound{9, 0, 0, 0, false}).find("any number of preemptions"),
            std::string::npos);
}

scenario::Failure failure() { return {"order", "client 1 came between two steps of client 0"}; }

PointExperiment::Judge interrupted() {
  return [](const std::vector<unsigned>& order) -> std::optional<scenario::Failure> {
    for (std::size_t i = 2; i < order.size(); ++i) {
      if (order[i - 2] == 0 && order[i - 1] == 1 && order[i] == 0) {
        return failure();
      }
    }
    return std::nullopt;
  };
}

TEST(Explore, a_found_schedule_replays_identically) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    PointExperiment experiment({{3}, {3}}, interrupted());
    RandomWalk random(Seed{seed});
    const auto result = explore(experiment, random, {});
    ASSERT_TRUE(result.found.has_value());
    for (int i = 0; i < 100; ++i) {
      const auto again = replay(experiment, result.found->schedule, {});
      ASSERT_TRUE(again.followed);
      ASSERT_TRUE(again.failure.has_value());
      ASSERT_EQ(runtime::trace_hash(again.trace), runtime::trace_hash(result.found->trace));
    }
  }
}

TEST(Explore, depth_first_finds_it_with_the_fewest_preemptions) {
  PointExperiment experiment({{3}, {1}}, interrupted());
  DepthFirst dfs(std::nullopt);
  const auto result = explore(experiment, dfs, {});
  ASSERT_TRUE(result.found.has_value());
  EXPECT_EQ(result.found->schedule.preemptions(), 1U);
}

TEST(Explore, the_same_seed_gives_the_same_search) {
  for (const char* name : {"random", "pct", "pos", "urw", "portfolio"}) {
    std::set<std::uint64_t> counts;
    for (int i = 0; i < 3; ++i) {
      PointExperiment experiment({{4}, {4}, {4}}, interrupted());
      StrategyOptions options;
      options.seed = Seed{11};
      const auto strategy = make_strategy(name, options).value();
      counts.insert(explore(experiment, *strategy, {}).schedules);
    }
    EXPECT_EQ(counts.size(), 1U) << name;
  }
}

TEST(Explore, a_used_up_budget_is_held_but_sampled) {
  PointExperiment experiment({{4}, {4}});
  RandomWalk random(Seed{1});
  ExploreOptions options;
  options.schedules_max = 50;
  const auto result = explore(experiment, random, options);
  EXPECT_EQ(result.verdict, check::Verdict::held);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(coverage_text(result, {}), "sampled 50 schedules");
}

TEST(Explore, time_and_interrupts_make_it_inconclusive) {
  PointExperiment experiment({{9}, {9}});
  RandomWalk random(Seed{1});
  double now = 0;
  ExploreOptions options;
  options.now_seconds = [&now] { return now += 1; };
  options.seconds_max = 3;
  const auto timed = explore(experiment, random, options);
  EXPECT_EQ(timed.verdict, check::Verdict::inconclusive);
  EXPECT_EQ(timed.stop, StopReason::seconds);
  ExploreOptions interrupted_options;
  interrupted_options.progress = [](std::uint64_t) { return false; };
  const auto interrupted_result = explore(experiment, random, interrupted_options);
  EXPECT_EQ(interrupted_result.stop, StopReason::interrupted);
  EXPECT_EQ(interrupted_result.verdict, check::Verdict::inconclusive);
}

TEST(Explore, nondeterminism_is_reported_and_never_a_pass) {
  class Flaky final : public scenario::Experiment {
   public:
    [[nodiscard]] unsigned clients() const override { return 2; }
    void set_up() override { ++runs_; }
    void client(ClientId) override {
      for (int i = 0; i < 2 + runs_ % 2; ++i) {
        runtime::point();
      }
    }
    void finish() override {}
    void on_call(ClientId, std::uint32_t, std::uint32_t) override {}
    [[nodiscard]] const history::History& history() const override { return history_; }
    [[nodiscard]] std::optional<scenario::Failure> judge() override { return std::nullopt; }
    [[nodiscard]] std::string explain() override { return {}; }

   private:
    int runs_ = 0;
    history::History history_;
  } flaky;
  RandomWalk random(Seed{1});
  ExploreOptions options;
  options.schedules_max = 10;
  const auto result = explore(flaky, random, options);
  EXPECT_EQ(result.verdict, check::Verdict::inconclusive);
  EXPECT_EQ(result.stop, StopReason::nondeterminism);
}

TEST(Pct, finds_a_bug_of_depth_two_quickly) {
  unsigned found = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    PointExperiment experiment({{3}, {1}}, interrupted());
    Pct pct(Seed{seed}, 3);
    ExploreOptions options;
    options.schedules_max = 200;
    found += explore(experiment, pct, options).found.has_value() ? 1U : 0U;
  }
  EXPECT_EQ(found, 20U);
}

TEST(Follow, notices_a_schedule_that_does_not_fit) {
  PointExperiment experiment({{2}, {2}});
  const auto off = replay(experiment, Schedule{{{1, Deviation::Kind::thread, 7, true}}}, {});
  EXPECT_FALSE(off.followed);
  EXPECT_EQ(off.outcome.kind, runtime::OutcomeKind::finished);
  const auto beyond = replay(experiment, Schedule{{{99, Deviation::Kind::thread, 1, true}}}, {});
  EXPECT_FALSE(beyond.followed);
}

TEST(Strategies, an_unknown_name_is_an_error_that_lists_the_known_ones) {
  const auto made = make_strategy("bogus", {});
  ASSERT_TRUE(made.has_error());
  EXPECT_EQ(made.error().kind, ErrorKind::unknown_name);
  EXPECT_NE(made.error().text.find("random, pct, pos, urw, portfolio, dfs"), std::string::npos);
}

}  // namespace
}  // namespace oncelab::schedule
