// The race of the naive inbox is found by every sampling strategy, whatever the seed.
#include <gtest/gtest.h>

#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/properties/scenarios/inbox/inbox_scenario.hpp>

namespace oncelab::meta {
namespace {

constexpr std::uint64_t default_budget = 1000;

class NaiveInbox : public testing::TestWithParam<const char*> {};

TEST_P(NaiveInbox, is_found_wrong_on_every_seed_within_the_default_budget) {
  const auto scenario = properties::make_inbox_scenario();
  for (const unsigned clients : {2U, 3U}) {
    const auto experiment = scenario->bind({"naive", ""}, scenario->program(clients, 1));
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      schedule::StrategyOptions of_strategy;
      of_strategy.seed = Seed{seed};
      const auto strategy = schedule::make_strategy(GetParam(), of_strategy).value();
      schedule::ExploreOptions options;
      options.seed = Seed{seed};
      options.schedules_max = default_budget;
      const auto result = schedule::explore(*experiment, *strategy, options);
      EXPECT_EQ(result.verdict, check::Verdict::violated) << clients << " clients, seed " << seed;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Strategies, NaiveInbox,
                         testing::Values("random", "pct", "pos", "urw", "portfolio"),
                         [](const auto& chosen) { return std::string(chosen.param); });

}  // namespace
}  // namespace oncelab::meta
