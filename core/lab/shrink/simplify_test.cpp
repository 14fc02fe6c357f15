// What becomes of a random schedule without a search.
#include <oncelab/core/lab/shrink/simplify.hpp>

#include <gtest/gtest.h>

#include <oncelab/core/lab/case/toy_scenario.hpp>
#include <oncelab/core/lab/shrink/in_turn.hpp>
#include <oncelab/core/lab/shrink/shrink_fixture.hpp>

namespace oncelab::shrink {
namespace {

constexpr std::uint64_t many = 1'000'000;

TEST(Simplify, joins_the_blocks_of_a_random_schedule) {
  const cases::Subject subject =
      subject_of(cases::toy_scenario(), "torn", cases::toy_scenario().program(3, 8));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const schedule::Found found = found_at_random(subject, seed);
    ASSERT_GE(found.schedule.preemptions(), 4U);
    Purse purse;
    purse.schedules_left = many;
    ProgramRuns runs(subject, found.failure.property, many, purse);
    const schedule::Found simple = simplify(runs, found, many);
    EXPECT_EQ(simple.schedule.preemptions(), 1U);
    EXPECT_LT(purse.spent, 500U);
    const auto again =
        schedule::replay(*cases::bind(subject), simple.schedule, cases::run_options(subject.bound));
    EXPECT_TRUE(again.followed && again.failure.has_value());
  }
}

TEST(Simplify, keeps_what_was_found_when_nothing_may_be_run) {
  const cases::Subject subject =
      subject_of(cases::toy_scenario(), "torn", cases::toy_scenario().program(3, 8));
  const schedule::Found found = found_at_random(subject, 1);
  Purse purse;
  purse.schedules_left = many;
  ProgramRuns runs(subject, found.failure.property, 0, purse);
  EXPECT_EQ(simplify(runs, found, many).schedule, found.schedule);
  EXPECT_EQ(purse.spent, 0U);
}

TEST(InTurn, makes_the_same_run_of_the_same_order) {
  const cases::Subject subject =
      subject_of(cases::toy_scenario(), "torn", cases::toy_scenario().program(3, 3));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const schedule::Found found = found_at_random(subject, seed);
    InTurn in_turn(InTurn::order_of(found.trace), found.trace);
    runtime::RunTrace trace;
    const auto experiment = cases::bind(subject);
    (void)runtime::run(*experiment, in_turn, cases::run_options(subject.bound), trace);
    EXPECT_EQ(runtime::trace_hash(trace), runtime::trace_hash(found.trace));
  }
}

}  // namespace
}  // namespace oncelab::shrink
