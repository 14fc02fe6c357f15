#include <gtest/gtest.h>

#include <cmath>
#include <oncelab/stress/threads/duplicate_rate.hpp>

namespace oncelab::stress {
namespace {

void expect_bound(std::uint64_t duplicated, std::uint64_t rounds, const RateBound& expected) {
  const RateBound bound = bound_of_rate(duplicated, rounds);
  EXPECT_NEAR(bound.lower, expected.lower, 5e-8) << duplicated << " of " << rounds;
  EXPECT_NEAR(bound.upper, expected.upper, 5e-8) << duplicated << " of " << rounds;
}

TEST(bound_of_rate, is_the_tabulated_interval_of_clopper_and_pearson) {
  expect_bound(1, 10, {0.00252858, 0.44501612});
  expect_bound(5, 10, {0.18708603, 0.81291397});
  expect_bound(9, 10, {0.55498388, 0.99747142});
  expect_bound(1, 2, {0.01257912, 0.98742088});
}

TEST(bound_of_rate, of_nothing_seen_is_the_rule_of_three_exactly) {
  for (const std::uint64_t rounds : {1U, 10U, 1000U, 200'000U}) {
    const double upper = 1 - std::pow(0.05, 1 / static_cast<double>(rounds));
    expect_bound(0, rounds, {0, upper});
    expect_bound(rounds, rounds, {1 - upper, 1});
  }
  EXPECT_NEAR(bound_of_rate(0, 200'000).upper, 3.0 / 200'000, 1e-7);
}

TEST(bound_of_rate, narrows_with_the_rounds_and_holds_what_was_seen) {
  double width = 1;
  for (const std::uint64_t rounds : {100U, 10'000U, 1'000'000U}) {
    const RateBound bound = bound_of_rate(rounds / 100, rounds);
    EXPECT_LT(bound.lower, 0.01);
    EXPECT_GT(bound.upper, 0.01);
    EXPECT_LT(bound.upper - bound.lower, width);
    width = bound.upper - bound.lower;
  }
}

TEST(rounds_to_see_one, is_where_nineteen_of_twenty_runs_have_seen_it) {
  EXPECT_EQ(rounds_to_see_one(1), 1U);
  EXPECT_EQ(rounds_to_see_one(0.96), 1U);
  EXPECT_EQ(rounds_to_see_one(0.5), 5U);
  EXPECT_EQ(rounds_to_see_one(0.1), 29U);
  EXPECT_EQ(rounds_to_see_one(0.001), 2995U);
}

}  // namespace
}  // namespace oncelab::stress
