// Limits, several keys and several threads: what is decided is right, what is not is said.
#include <gtest/gtest.h>

#include <cstdint>

#include <oncelab/core/lab/check/cell_fixture.hpp>
#include <oncelab/core/lab/check/meter.hpp>

namespace oncelab::check {
namespace {

using history::OperationIndex;

class BudgetTest : public testing::Test, protected Drawing {
 protected:
  /// 2^clients configurations, none of which explains the read.
  void draw_hard(std::int64_t key, unsigned clients = 12) {
    std::vector<OperationIndex> writes;
    for (unsigned client = 0; client < clients; ++client) {
      writes.push_back(call(client, "write", client, key));
    }
    for (const OperationIndex write : writes) {
      ok(write);
    }
    reads(99, key);
  }
  void draw_right(std::int64_t key) {
    ok(call(0, "write", 1, key));
    reads(1, key);
  }
  void draw_wrong(std::int64_t key) {
    ok(call(0, "write", 1, key));
    reads(0, key);
  }
  CheckResult check() { return checker_->check(history()); }

  std::unique_ptr<Checker> checker_ = cell_checker();
};

TEST_F(BudgetTest, steps_are_counted_and_not_overrun) {
  draw_hard(0);
  const std::uint64_t needed = check().steps;
  EXPECT_EQ(check().verdict, Verdict::violated);
  checker_->set_budget({.steps_max = needed + 1});
  EXPECT_EQ(check().verdict, Verdict::violated);
  checker_->set_budget({.steps_max = 1000});
  const CheckResult result = check();
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_EQ(result.reason, InconclusiveReason::steps);
  EXPECT_GE(result.steps, 1000U);
  EXPECT_LE(result.steps, 1000U + 12);  // a step is not cut in two
}

TEST_F(BudgetTest, memory_is_counted_and_not_overrun) {
  draw_hard(0);
  const std::uint64_t needed = check().memory_bytes;
  checker_->set_budget({.memory_bytes_max = 2 * needed});
  EXPECT_EQ(check().verdict, Verdict::violated);
  checker_->set_budget({.memory_bytes_max = needed / 4});
  const CheckResult result = check();
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_EQ(result.reason, InconclusiveReason::memory);
  EXPECT_LE(result.memory_bytes, needed / 4 * 21 / 20);  // the order itself is counted late
}

double clock_seconds = 0;
double next_second() { return ++clock_seconds; }

TEST_F(BudgetTest, time_ends_a_check) {
  draw_hard(0);
  clock_seconds = 0;
  checker_->set_budget({.seconds = next_second, .stop_at = 1e9});
  EXPECT_EQ(check().verdict, Verdict::violated);
  clock_seconds = 0;
  checker_->set_budget({.seconds = next_second, .stop_at = 40});
  const CheckResult result = check();
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_EQ(result.reason, InconclusiveReason::time);
  EXPECT_LE(clock_seconds, 42);
  // A check so slow that each look at the clock says so looks at it after every step.
  EXPECT_LE(result.steps, 40U * 16);
}

TEST_F(BudgetTest, how_far_it_got_is_said) {
  draw_right(0);
  draw_hard(1);
  checker_->set_budget({.steps_max = 500});
  const CheckResult result = check();
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_EQ(result.partition, history::Value::integer(1));
  EXPECT_EQ(result.held_partitions, 1U);
  EXPECT_EQ(result.placed_most, 12U);
  EXPECT_EQ(result.placed_of, 13U);
}

TEST_F(BudgetTest, a_violation_counts_though_another_key_was_left_open) {
  draw_hard(0);
  draw_wrong(1);
  checker_->set_budget({.steps_max = 500});
  CheckResult result = check();
  EXPECT_EQ(result.verdict, Verdict::violated);
  EXPECT_EQ(result.partition, history::Value::integer(1));
  clear();
  draw_hard(0);
  draw_right(1);
  result = check();
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_EQ(result.partition, history::Value::integer(0));
}

TEST_F(BudgetTest, an_explanation_that_is_late_names_no_core_instead_of_nearly_all) {
  draw_wrong(0);
  const CheckResult result = check();
  EXPECT_EQ(checker_->explain_violation(history(), result).core.size(), 2U);
  checker_->set_budget({.seconds = next_second, .stop_at = 0});
  const Explanation late = checker_->explain_violation(history(), result);
  EXPECT_EQ(late.verdict, Verdict::violated);
  EXPECT_TRUE(late.core.empty());
  EXPECT_FALSE(late.core_is_minimal);
}

TEST_F(BudgetTest, every_key_is_decided_if_asked_for) {
  for (std::int64_t key = 0; key < 8; ++key) {
    key % 2 == 0 ? draw_right(key) : draw_wrong(key);
  }
  draw_hard(8, 8);
  CheckResult result = check();
  EXPECT_EQ(result.violated_partitions, 1U);
  EXPECT_EQ(result.partition, history::Value::integer(1));
  checker_->set_every_partition(true);
  for (const unsigned workers : {1U, 3U}) {
    checker_->set_workers(workers);
    result = check();
    EXPECT_EQ(result.verdict, Verdict::violated);
    EXPECT_EQ(result.partitions, 9U);
    EXPECT_EQ(result.held_partitions, 4U);
    EXPECT_EQ(result.violated_partitions, 5U);
  }
}

TEST_F(BudgetTest, threads_share_hard_keys_and_find_what_one_finds) {
  for (std::int64_t key = 0; key < 6; ++key) {
    draw_hard(key, 8);
  }
  checker_->set_every_partition(true);
  const CheckResult alone = check();
  checker_->set_workers(3);
  const CheckResult together = check();
  EXPECT_EQ(alone.violated_partitions, 6U);
  EXPECT_EQ(together.violated_partitions, 6U);
  EXPECT_EQ(together.steps, alone.steps);
}

TEST_F(BudgetTest, a_checker_forgets_the_history_before) {
  draw_hard(0);
  EXPECT_EQ(check().verdict, Verdict::violated);
  clear();
  draw_right(0);
  const CheckResult first = check();
  EXPECT_EQ(first.verdict, Verdict::held);
  const CheckResult again = check();
  EXPECT_EQ(again.steps, first.steps);
  EXPECT_EQ(again.memory_bytes, first.memory_bytes);
}

TEST(Meter, is_late_while_there_is_time_to_give_memory_back) {
  constexpr std::size_t gibi = std::size_t{1} << 30U;
  Meter meter;
  meter.begin({.seconds = [] { return 10.0; }, .stop_at = 10.1});
  EXPECT_FALSE(meter.is_late());
  EXPECT_FALSE(meter.is_late_with(gibi / 1024));
  EXPECT_TRUE(meter.is_late_with(8 * gibi));
  EXPECT_TRUE(meter.has_time_for(0.05));
  EXPECT_FALSE(meter.has_time_for(0.2));
  meter.begin({});
  EXPECT_FALSE(meter.is_late_with(1024 * gibi));
  EXPECT_TRUE(meter.has_time_for(1e9));
}

}  // namespace
}  // namespace oncelab::check
