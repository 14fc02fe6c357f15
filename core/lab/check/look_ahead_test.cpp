// Look-ahead leaves what is hopeless, and nothing else.
#include <gtest/gtest.h>

#include <vector>

#include <oncelab/core/lab/check/cell_fixture.hpp>
#include <oncelab/core/lab/check/linearizability.hpp>
#include <oncelab/core/lab/check/slot_fixture.hpp>
#include <oncelab/core/lab/check/whole.hpp>

namespace oncelab::check {
namespace {

using history::OperationIndex;

class LookAheadTest : public testing::Test, protected Drawing {
 protected:
  static constexpr Tuning at_once{.short_search_steps = 0, .short_search_steps_each = 0};

  /// The same with and without, with keys apart and as one object.
  [[nodiscard]] Verdict verdict() {
    const auto without = cell_checker();
    LinearizabilityChecker<Slot> with{Slot(), at_once};
    LinearizabilityChecker<Whole<Slot>> whole{Whole<Slot>(Slot()), at_once};
    const CheckResult result = with.check(history());
    EXPECT_EQ(result.verdict, without->check(history()).verdict);
    EXPECT_EQ(result.verdict, whole.check(history()).verdict);
    steps_ = result.steps;
    return result.verdict;
  }

  std::uint64_t steps_ = 0;
};

TEST_F(LookAheadTest, finds_a_source_that_is_still_open) {
  const OperationIndex one = call(0, "write", 1);
  const OperationIndex two = call(1, "write", 2);
  reads(2);
  reads(1);
  ok(one);
  ok(two);
  reads(1);
  EXPECT_EQ(verdict(), Verdict::held);
  reads(2);
  EXPECT_EQ(verdict(), Verdict::violated);
}

TEST_F(LookAheadTest, finds_a_source_whose_answer_was_lost) {
  lost(call(0, "write", 1));
  lost(call(0, "write", 2));
  lost(call(1, "write", 1));
  reads(0);
  reads(1);
  reads(2);
  reads(1);
  EXPECT_EQ(verdict(), Verdict::held);
  reads(2);
  EXPECT_EQ(verdict(), Verdict::violated);
}

TEST_F(LookAheadTest, gives_sources_back_that_it_took_in_vain) {
  // 1 first is tried first, and taken back; so is what was lost.
  const OperationIndex one = call(0, "write", 1);
  const OperationIndex two = call(1, "write", 2);
  const OperationIndex again = call(2, "write", 1);
  lost(call(3, "write", 3));
  ok(one);
  ok(two);
  reads(2);
  reads(1);
  ok(again);
  reads(3);
  EXPECT_EQ(verdict(), Verdict::held);
  reads(2);
  EXPECT_EQ(verdict(), Verdict::violated);
}

TEST_F(LookAheadTest, does_not_count_on_a_source_that_is_called_too_late) {
  const OperationIndex one = call(0, "write", 1);
  const OperationIndex two = call(1, "write", 2);
  ok(one);
  ok(two);
  reads(1);
  ok(call(0, "write", 2));
  reads(2);
  EXPECT_EQ(verdict(), Verdict::held);
}

TEST_F(LookAheadTest, keeps_the_sources_of_keys_apart) {
  for (const std::int64_t key : {0, 1}) {
    const OperationIndex one = call(0, "write", 1 + key, key);
    const OperationIndex two = call(1, "write", 2 - key, key);
    ok(one);
    ok(two);
  }
  reads(1, 0);
  reads(2, 1);
  EXPECT_EQ(verdict(), Verdict::held);
  reads(2, 0);
  EXPECT_EQ(verdict(), Verdict::violated);
}

TEST_F(LookAheadTest, sees_at_once_that_nothing_explains_the_last_read) {
  std::vector<OperationIndex> writes;
  for (unsigned client = 0; client < 12; ++client) {
    writes.push_back(call(client, "write", client));
  }
  for (const OperationIndex write : writes) {
    ok(write);
  }
  reads(99);
  EXPECT_EQ(verdict(), Verdict::violated);
  EXPECT_LE(steps_, 12U);
}

TEST_F(LookAheadTest, writes_last_what_is_read_next) {
  std::vector<OperationIndex> writes;
  for (unsigned client = 0; client < 12; ++client) {
    writes.push_back(call(client, "write", client));
  }
  for (const OperationIndex write : writes) {
    ok(write);
  }
  reads(3);
  reads(5);
  EXPECT_EQ(verdict(), Verdict::violated);
  EXPECT_LE(steps_, 12ULL * 4096 * 4);
}

}  // namespace
}  // namespace oncelab::check
