// The shrinker reaches the known minimum, whatever it starts from.
#include <oncelab/core/lab/shrink/shrink.hpp>

#include <gtest/gtest.h>

#include <utility>

#include <oncelab/core/lab/case/toy_scenario.hpp>
#include <oncelab/core/lab/shrink/shrink_fixture.hpp>

namespace oncelab::shrink {
namespace {

cases::Subject toy(std::string variant, unsigned clients, unsigned ops) {
  return subject_of(cases::toy_scenario(), std::move(variant),
                    cases::toy_scenario().program(clients, ops));
}

struct Known {
  const char* variant;
  const char* property;
  unsigned clients, ops;
  std::vector<std::size_t> minimum;
  std::uint32_t preemptions;
};

class Minimum : public testing::TestWithParam<Known> {};

TEST_P(Minimum, is_reached_and_proven) {
  const Known& known = GetParam();
  const cases::Subject subject = toy(known.variant, known.clients, known.ops);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const schedule::Found found = found_at_random(subject, seed, known.property);
    const Shrunk shrunk = shrink(subject, found);
    EXPECT_EQ(shape(shrunk.subject.program), known.minimum);
    EXPECT_EQ(shrunk.found.schedule.preemptions(), known.preemptions);
    EXPECT_EQ(shrunk.found.failure.property, known.property);
    EXPECT_TRUE(shrunk.proven) << to_text(shrunk);
    EXPECT_EQ(shrunk.exhausted_below, known.preemptions);
    EXPECT_FALSE(shrunk.by_classes) << "there are few schedules: all can be run";
    EXPECT_TRUE(shrunk.programs_exhausted) << to_text(shrunk);
    EXPECT_TRUE(shrunk.arguments_exhausted) << to_text(shrunk);
    // The result is a run that can be repeated.
    const auto experiment = cases::bind(shrunk.subject);
    const auto again =
        schedule::replay(*experiment, shrunk.found.schedule, cases::run_options(subject.bound));
    EXPECT_TRUE(again.followed);
    ASSERT_TRUE(again.failure);
    EXPECT_EQ(again.failure->property, known.property);
    EXPECT_EQ(runtime::trace_hash(again.trace), runtime::trace_hash(shrunk.found.trace));
  }
}

using Sizes = std::vector<std::size_t>;
INSTANTIATE_TEST_SUITE_P(Table, Minimum,
                         testing::Values(Known{"torn", "no lost update", 2, 1, Sizes{1, 1}, 1},
                                         Known{"torn", "no lost update", 3, 2, Sizes{1, 1}, 1},
                                         Known{"torn", "no lost update", 16, 16, Sizes{1, 1}, 1},
                                         Known{"greedy", "few lost updates", 3, 3, Sizes{1, 2}, 1},
                                         Known{"three", "never three inside", 4, 2, Sizes{1, 1, 1},
                                               2},
                                         Known{"three", "no lost update", 4, 2, Sizes{1, 1}, 1},
                                         Known{"alone", "no second operation", 3, 3, Sizes{2}, 0}));

TEST(Shrink, gives_the_same_result_whatever_was_found) {
  const cases::Subject subject = toy("torn", 4, 3);
  const Shrunk first = shrink(subject, found_at_random(subject, 1));
  const Shrunk second = shrink(subject, found_at_random(subject, 2));
  EXPECT_EQ(first.found.schedule, second.found.schedule);
  EXPECT_EQ(first.subject.program, second.subject.program);
}

TEST(Shrink, keeps_what_was_found_when_there_is_no_budget) {
  const cases::Subject subject = toy("torn", 3, 2);
  const schedule::Found found = found_at_random(subject, 1);
  Budget none;
  none.schedules_max = 0;
  const Shrunk shrunk = shrink(subject, found, none);
  EXPECT_EQ(shrunk.subject.program, subject.program);
  EXPECT_EQ(shrunk.found.schedule, found.schedule);
  EXPECT_FALSE(shrunk.proven);
  EXPECT_EQ(shrunk.schedules, 0U);
}

TEST(Shrink, works_from_above_when_small_programs_are_out_of_budget) {
  const cases::Subject subject = toy("torn", 3, 2);
  Budget budget;
  budget.small_programs_max = 0;
  const Shrunk shrunk = shrink(subject, found_at_random(subject, 3), budget);
  EXPECT_EQ(shape(shrunk.subject.program), (Sizes{1, 1}));
  EXPECT_TRUE(shrunk.proven);
  EXPECT_FALSE(shrunk.programs_exhausted);
}

// Whatever the budget: what fails needs at least as many as were exhausted, and no less than 2.
TEST(Shrink, says_how_far_the_proof_went) {
  const cases::Subject subject = toy("three", 3, 1);
  const schedule::Found found = found_at_random(subject, 1, "never three inside");
  const Shrunk whole = shrink(subject, found);
  ASSERT_TRUE(whole.proven);
  bool cut_after_one = false;
  for (std::uint64_t schedules = 0; schedules < whole.schedules; ++schedules) {
    Budget budget;
    budget.schedules_max = schedules;
    const Shrunk shrunk = shrink(subject, found, budget);
    const std::uint32_t k = shrunk.found.schedule.preemptions();
    const std::uint32_t j = shrunk.exhausted_below;
    EXPECT_LE(shrunk.schedules, schedules);
    EXPECT_GE(k, 2U);
    EXPECT_LE(j, 2U);
    EXPECT_EQ(shrunk.proven, j == k);
    cut_after_one |= j == 1;
    EXPECT_EQ(to_text(shrunk).starts_with("preemptions <= " + std::to_string(k) +
                                          ", exhausted below " + std::to_string(j) + ": "),
              !shrunk.proven)
        << to_text(shrunk);
  }
  EXPECT_TRUE(cut_after_one);
}

TEST(Shrink, says_nothing_of_fewer_preemptions_than_none) {
  Shrunk shrunk;
  shrunk.programs_exhausted = shrunk.arguments_exhausted = true;
  shrunk.proven = true;
  EXPECT_EQ(to_text(shrunk),
            "fewest preemptions, proven: it needs none (0 schedules run to minimise)");
  shrunk.proven = false;
  EXPECT_EQ(to_text(shrunk),
            "preemptions <= 0, exhausted below 0: perhaps not the fewest (0 schedules run to "
            "minimise)");
}

TEST(Shrink, says_when_equivalent_schedules_were_left_out) {
  Shrunk shrunk;
  shrunk.programs_exhausted = shrunk.arguments_exhausted = true;
  shrunk.found.schedule.deviations = {{1, schedule::Deviation::Kind::thread, 2, true}};
  shrunk.exhausted_below = 1;
  shrunk.proven = shrunk.by_classes = true;
  EXPECT_EQ(to_text(shrunk),
            "fewest preemptions, proven: every schedule with fewer than 1 preemption, or an "
            "equivalent one, was run (0 schedules run to minimise)");
}

TEST(Shrink, stops_when_asked) {
  const cases::Subject subject = toy("three", 8, 8);
  Budget budget;
  budget.go_on = [](std::uint64_t) { return false; };
  const Shrunk shrunk = shrink(subject, found_at_random(subject, 1, "never three inside"), budget);
  EXPECT_LE(shrunk.schedules, 256U);
}

}  // namespace
}  // namespace oncelab::shrink
