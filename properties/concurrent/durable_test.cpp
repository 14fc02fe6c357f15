// Durable systems under crashes, lost answers, faults and clock steps, in every schedule within a
// bound; what is wrong is found with the fewest of them.
#include <gtest/gtest.h>

#include <oncelab/core/lab/case/make_case.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/core/lab/shrink/happenings.hpp>
#include <oncelab/core/lab/shrink/shrink.hpp>
#include <oncelab/properties/scenarios/api/claims_scenario.hpp>
#include <oncelab/properties/scenarios/durable/durable_claims_scenario.hpp>
#include <oncelab/properties/scenarios/durable/durable_inbox_scenario.hpp>
#include <oncelab/properties/scenarios/durable/retry_scenario.hpp>

namespace oncelab::properties {
namespace {

struct Examined {
  cases::Subject subject;
  schedule::ExploreResult result;
};

struct Shape {
  unsigned clients = 2;
  unsigned ops = 1;
  std::uint32_t crashes = 0;
  std::uint32_t clock_steps = 0;
  std::uint32_t faults = 0;
};

Examined explore(const scenario::Scenario& scenario, const char* variant, const Shape& shape,
                 const char* strategy = "dpor") {
  Examined e;
  e.subject.scenario = &scenario;
  e.subject.variant = variant;
  e.subject.program = scenario.program(shape.clients, shape.ops);
  e.subject.bound.steps_max = 20'000;
  e.subject.bound.crashes_max = shape.crashes;
  e.subject.bound.clock_steps_max = shape.clock_steps;
  e.subject.bound.faults_max = shape.faults;
  const auto experiment = cases::bind(e.subject);
  schedule::ExploreOptions options;
  options.run = cases::run_options(e.subject.bound);
  options.schedules_max = 200'000;
  const auto search = schedule::make_strategy(strategy, {.seed = Seed{1},
                                                         .preemptions_max = std::nullopt,
                                                         .pct_depth = 3,
                                                         .shard = {},
                                                         .symmetry = false,
                                                         .run = options.run})
                          .value();
  e.result = schedule::explore(*experiment, *search, options);
  return e;
}

void expect_complete(const Examined& e, std::uint64_t schedules) {
  EXPECT_EQ(e.result.verdict, check::Verdict::held)
      << e.result.stop_text << (e.result.found ? e.result.found->failure.text : "");
  EXPECT_TRUE(e.result.complete);
  EXPECT_EQ(e.result.schedules, schedules);
}

/// Fails in that way, with so much happening and no preemption, and 100 times the same.
void expect_found(const Examined& e, const char* property, const shrink::Happened& happened,
                  std::uint32_t preemptions = 0) {
  ASSERT_EQ(e.result.verdict, check::Verdict::violated);
  const shrink::Shrunk shrunk = shrink::shrink(e.subject, *e.result.found);
  EXPECT_EQ(shrunk.found.failure.property, property);
  EXPECT_EQ(shrink::happened_in(shrunk.found.trace), happened);
  EXPECT_EQ(shrunk.found.schedule.preemptions(), preemptions);
  EXPECT_TRUE(shrunk.proven);
  EXPECT_TRUE(shrunk.fewest_happenings);
  const auto experiment = cases::bind(shrunk.subject);
  const std::uint64_t hash = runtime::trace_hash(shrunk.found.trace);
  for (int i = 0; i < 100; ++i) {
    const auto again = schedule::replay(*experiment, shrunk.found.schedule,
                                        cases::run_options(shrunk.subject.bound));
    ASSERT_TRUE(again.followed);
    ASSERT_TRUE(again.failure.has_value());
    ASSERT_EQ(again.failure->property, property);
    ASSERT_EQ(runtime::trace_hash(again.trace), hash);
  }
}

constexpr shrink::Happened one_crash{1, 0, 0};
constexpr shrink::Happened one_clock_step{0, 1, 0};
constexpr shrink::Happened one_fault{0, 0, 1};

TEST(RetryUnprotected, one_crash_between_the_effect_and_its_answer_doubles_it) {
  const auto scenario = make_retry_scenario();
  expect_found(explore(*scenario, "plain", {.crashes = 1}), "one effect per request", one_crash);
}

TEST(RetryUnprotected, one_lost_answer_doubles_the_effect) {
  const auto scenario = make_retry_scenario();
  const Examined e = explore(*scenario, "plain", {.crashes = 1, .faults = 1});
  expect_found(e, "one effect per request", one_fault);
}

TEST(RetryUnprotected, nothing_happens_where_nothing_can) {
  const auto scenario = make_retry_scenario();
  expect_complete(explore(*scenario, "plain", {}), 1);
}

class DurableInbox : public testing::Test {
 protected:
  const std::unique_ptr<scenario::Scenario> inbox = make_durable_inbox_scenario();
};

TEST_F(DurableInbox, one_record_holds_with_a_crash_at_any_step) {
  expect_complete(explore(*inbox, "one-record", {.crashes = 1}), 148);
  expect_complete(explore(*inbox, "one-record", {.ops = 2, .crashes = 1}), 2'902);
}

TEST_F(DurableInbox, one_record_holds_with_two_crashes) {
  expect_complete(explore(*inbox, "one-record", {.crashes = 2}), 4'404);
}

TEST_F(DurableInbox, one_record_holds_with_a_fault_of_any_kind) {
  const Examined e = explore(*inbox, "one-record", {.faults = 1});
  EXPECT_EQ(e.result.verdict, check::Verdict::held) << e.result.stop_text;
  EXPECT_TRUE(e.result.complete);
}

TEST_F(DurableInbox, two_writes_are_torn_by_one_crash) {
  expect_found(explore(*inbox, "two-writes", {.crashes = 1}), "one effect per message", one_crash);
}

TEST_F(DurableInbox, a_mark_before_its_change_loses_it_with_one_crash) {
  expect_found(explore(*inbox, "mark-first", {.crashes = 1}), "no acknowledgement without effect",
               one_crash);
}

TEST_F(DurableInbox, wrong_ones_hold_while_nothing_crashes) {
  for (const char* const variant : {"two-writes", "mark-first"}) {
    const Examined e = explore(*inbox, variant, {.ops = 2});
    EXPECT_EQ(e.result.verdict, check::Verdict::held) << variant;
    EXPECT_TRUE(e.result.complete);
  }
}

class Redelivery : public testing::Test {
 protected:
  const std::unique_ptr<scenario::Scenario> queue = make_redelivery_scenario();
};

TEST_F(Redelivery, of_a_queue_is_handled_once_with_a_crash_or_a_fault_at_any_step) {
  expect_complete(explore(*queue, "one-record", {.crashes = 1}), 8'028);
  expect_complete(explore(*queue, "one-record", {.faults = 1}), 2'896);
}

TEST_F(Redelivery, finds_what_is_torn_by_one_crash) {
  expect_found(explore(*queue, "two-writes", {.crashes = 1}), "one effect per message", one_crash);
}

TEST_F(Redelivery, ends_in_the_dead_letters_after_three_failures) {
  const Examined e = explore(*queue, "one-record", {.clients = 1, .faults = 3});
  EXPECT_EQ(e.result.verdict, check::Verdict::held) << e.result.stop_text;
  const auto dead = std::ranges::find(e.result.goals, "a dead letter", &scenario::Goal::text);
  ASSERT_NE(dead, e.result.goals.end());
  EXPECT_GT(dead->runs, 0U);
  EXPECT_LT(dead->runs, e.result.runs / 2);
}

class DurableClaims : public testing::Test {
 protected:
  const std::unique_ptr<scenario::Scenario> claims = make_durable_claims_scenario();
};

TEST_F(DurableClaims, a_log_holds_with_a_crash_and_a_clock_step) {
  expect_complete(explore(*claims, "log", {.crashes = 1}), 894);
  expect_complete(explore(*claims, "log", {.crashes = 1, .clock_steps = 1}), 6'766);
}

TEST_F(DurableClaims, a_second_effect_after_a_crash_is_counted_not_hidden) {
  const Examined e = explore(*claims, "log", {.crashes = 1, .clock_steps = 1});
  const auto limit =
      std::ranges::find(e.result.goals, true, [](const scenario::Goal& g) { return g.is_limit; });
  ASSERT_NE(limit, e.result.goals.end());
  EXPECT_GT(limit->runs, 0U);
  const Examined quiet = explore(*claims, "log", {});
  EXPECT_EQ(std::ranges::find(quiet.result.goals, limit->text, &scenario::Goal::text)->runs, 0U);
}

TEST_F(DurableClaims, an_answer_before_its_sync_is_forgotten_by_one_crash) {
  expect_found(explore(*claims, "answer-before-sync", {.crashes = 1}), "linearizability",
               one_crash);
}

TEST_F(DurableClaims, a_log_that_takes_the_name_too_early_is_lost_by_a_clean_up_and_a_crash) {
  const Examined e = explore(*claims, "rename-before-sync", {.crashes = 1, .faults = 1});
  ASSERT_EQ(e.result.verdict, check::Verdict::violated);
  const shrink::Shrunk shrunk = shrink::shrink(e.subject, *e.result.found);
  EXPECT_EQ(shrink::happened_in(shrunk.found.trace), (shrink::Happened{1, 0, 1}));
}

class TakeOver : public testing::Test {
 protected:
  const std::unique_ptr<scenario::Scenario> claims = make_claims_scenario();
};

TEST_F(TakeOver, a_late_owner_is_told_that_it_lost) {
  for (const char* const variant : {"mutex", "sharded"}) {
    const Examined e = explore(*claims, variant, {.clock_steps = 1});
    EXPECT_EQ(e.result.verdict, check::Verdict::held) << variant;
    EXPECT_TRUE(e.result.complete);
  }
}

TEST_F(TakeOver, who_lets_a_late_owner_finish_is_found_with_one_clock_step_and_one_preemption) {
  expect_found(explore(*claims, "finish-without-owner-check", {.clock_steps = 1}),
               "linearizability", one_clock_step, 1);
}

}  // namespace
}  // namespace oncelab::properties
