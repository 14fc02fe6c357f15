// Rules of the search, one by one, on histories drawn by hand. Each rule that saves work has a
// history here that it would spoil if it went too far.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <oncelab/core/lab/check/cell_fixture.hpp>

namespace oncelab::check {
namespace {

using history::OperationIndex;

class SearchTest : public testing::Test, protected Drawing {
 protected:
  /// Whatever the tuning: everything remembered and all twins used, or neither.
  [[nodiscard]] std::string verdict() {
    std::string verdicts;
    for (const Tuning& tuning : {Tuning{0, 0}, Tuning{~0ULL, ~0U}}) {
      const auto checker = cell_checker(tuning);
      verdicts += text(checker->check(history()).verdict);
      verdicts += ' ';
    }
    return verdicts;
  }
  /// Before 5 is read, either 7 - 1 is read, or 5 + 1 with what was lost; the first to be called is
  /// tried first, and uses it up. Placed are the same operations, and the state is 5 both times.
  void draw_two_ways_to_six() {
    ok(call(3, "write", 7));
    const OperationIndex write = call(0, "write", 5);
    const OperationIndex add = call(1, "add", -1);
    lost(call(2, "add", 1));
    reads(6);
    reads(5);
    ok(write);
    ok(add);
  }
};

constexpr std::string_view held = "held held ";
constexpr std::string_view violated = "violated violated ";

TEST_F(SearchTest, an_operation_takes_effect_before_it_returns) {
  ok(call(0, "write", 1));
  reads(0);
  EXPECT_EQ(verdict(), violated);
}

TEST_F(SearchTest, an_operation_takes_effect_after_it_is_called) {
  reads(1);
  ok(call(0, "write", 1));
  EXPECT_EQ(verdict(), violated);
}

TEST_F(SearchTest, every_order_of_overlapping_operations_is_tried) {
  for (const std::int64_t last : {1, 2, 3, 4}) {
    clear();
    const OperationIndex writes[] = {call(0, "write", 1), call(1, "write", 2), call(2, "write", 3)};
    for (const OperationIndex write : writes) {
      ok(write);
    }
    reads(last);
    EXPECT_EQ(verdict(), last == 4 ? violated : held) << last;
  }
}

TEST_F(SearchTest, a_lost_answer_takes_effect_at_any_later_time) {
  lost(call(0, "write", 1));
  reads(0);
  reads(1);
  reads(1);
  EXPECT_EQ(verdict(), held);
  reads(0);
  EXPECT_EQ(verdict(), violated);  // it has happened, and only once
}

TEST_F(SearchTest, a_lost_answer_may_never_take_effect) {
  lost(call(0, "write", 1));
  reads(0);
  reads(0);
  EXPECT_EQ(verdict(), held);
}

TEST_F(SearchTest, a_failed_operation_never_takes_effect) {
  failed(call(0, "write", 1));
  reads(1);
  EXPECT_EQ(verdict(), violated);
}

TEST_F(SearchTest, lost_twins_count_how_many_have_happened) {
  for (int i = 0; i < 3; ++i) {
    lost(call(static_cast<unsigned>(i), "add", 1));
  }
  for (const std::int64_t number : {0, 1, 2, 3}) {
    reads(number);
  }
  EXPECT_EQ(verdict(), held);
  reads(4);
  EXPECT_EQ(verdict(), violated);
}

TEST_F(SearchTest, lost_operations_of_two_kinds_are_told_apart) {
  lost(call(0, "add", 1));
  lost(call(1, "add", 10));
  reads(10);
  reads(11);
  EXPECT_EQ(verdict(), held);
  reads(12);
  EXPECT_EQ(verdict(), violated);
}

TEST_F(SearchTest, a_lost_twin_that_is_called_later_happens_later) {
  lost(call(0, "add", 1));
  reads(1);
  reads(2);
  lost(call(1, "add", 1));
  EXPECT_EQ(verdict(), violated);
}

TEST_F(SearchTest, an_order_given_up_leaves_nothing_behind) {
  // write 1 first is tried first, and is wrong; so is using what was lost to repair it.
  const OperationIndex one = call(0, "write", 1);
  const OperationIndex two = call(1, "write", 2);
  lost(call(2, "add", 5));
  ok(one);
  ok(two);
  reads(1);
  reads(6);
  EXPECT_EQ(verdict(), held);
  reads(7);
  EXPECT_EQ(verdict(), violated);
}

TEST_F(SearchTest, a_write_of_what_is_there_is_a_write) {
  ok(call(0, "write", 0));
  reads(0);
  EXPECT_EQ(verdict(), held);
}

TEST_F(SearchTest, a_write_that_changes_nothing_now_may_be_needed_later) {
  const OperationIndex zero = call(0, "write", 0);
  const OperationIndex one = call(1, "write", 1);
  ok(one);
  reads(1);
  reads(0);
  ok(zero);
  EXPECT_EQ(verdict(), held);
}

TEST_F(SearchTest, of_twins_the_first_to_return_is_placed_first_if_it_was_called) {
  // The twin that returns first is called last: until then the other goes alone.
  const OperationIndex early = call(0, "add", 1);
  reads(1);
  const OperationIndex late = call(1, "add", 1);
  ok(late);
  reads(2);
  ok(early);
  EXPECT_EQ(verdict(), held);
  reads(3);
  EXPECT_EQ(verdict(), violated);
}

TEST_F(SearchTest, answered_operations_of_two_kinds_are_told_apart) {
  const OperationIndex one = call(0, "add", 1);
  const OperationIndex ten = call(1, "add", 10);
  reads(10);
  ok(one);
  ok(ten);
  reads(11);
  EXPECT_EQ(verdict(), held);
}

TEST_F(SearchTest, what_was_used_of_lost_answers_is_part_of_a_configuration) {
  draw_two_ways_to_six();
  EXPECT_EQ(verdict(), held);
  reads(6);
  EXPECT_EQ(verdict(), held);
  for (int i = 0; i < 100; ++i) {  // of the same kind, so that more than one is counted; too late
    lost(call(2, "add", 1));
  }
  EXPECT_EQ(verdict(), held);
}

TEST_F(SearchTest, what_was_lost_is_not_used_twice_after_another_order_was_given_up) {
  draw_two_ways_to_six();
  reads(6);
  reads(7);
  EXPECT_EQ(verdict(), violated);
}

TEST_F(SearchTest, many_overlapping_operations_are_explored_once_each) {
  for (unsigned client = 0; client < 12; ++client) {
    call(client, "write", client);
  }
  for (unsigned i = 0; i < 12; ++i) {
    ok(OperationIndex{i});
  }
  reads(99);
  const auto checker = cell_checker({0, 0});
  const CheckResult result = checker->check(history());
  EXPECT_EQ(result.verdict, Verdict::violated);
  EXPECT_LE(result.steps, 12ULL * 12 * 4096);  // subsets times the last written, not 12!
}

}  // namespace
}  // namespace oncelab::check
