// The verifier refuses what is wrong with an order or a core, one fault at a time.
#include <gtest/gtest.h>

#include <vector>

#include <oncelab/core/lab/check/cell_fixture.hpp>
#include <oncelab/core/lab/check/verifier.hpp>

namespace oncelab::check {
namespace {

using history::OperationIndex;
using Order = std::vector<LinearPoint>;

class OrderTest : public testing::Test, protected Drawing {
 protected:
  // Events:     0     1     2    3    4     5
  //   write 1   call        ret
  //   add 1           call             ret
  //   read 2                     call       ret
  void SetUp() override {
    write_ = call(0, "write", 1);
    add_ = call(1, "add", 1);
    ok(write_);
    read_ = call(2, "read");
    ok(add_);
    ok(read_, 2);
  }

  [[nodiscard]] static LinearPoint at(OperationIndex operation, std::uint32_t after_event) {
    return {
        .operation = operation, .point = 0, .points = 1, .choice = 0, .after_event = after_event};
  }
  [[nodiscard]] bool confirmed(const Order& order) const {
    return confirms_order(Cell(), history(), order);
  }

  OperationIndex write_{}, add_{}, read_{};
};

TEST_F(OrderTest, that_explains_all_is_confirmed) {
  EXPECT_TRUE(confirmed({at(write_, 0), at(add_, 1), at(read_, 3)}));
  EXPECT_TRUE(confirmed({at(write_, 1), at(add_, 3), at(read_, 4)}));
}

TEST_F(OrderTest, that_the_model_refuses_is_none) {
  EXPECT_FALSE(confirmed({at(add_, 1), at(write_, 1), at(read_, 3)}));
}

TEST_F(OrderTest, without_an_operation_that_answered_is_none) {
  EXPECT_FALSE(confirmed({at(write_, 0), at(add_, 1)}));
  EXPECT_FALSE(confirmed({}));
}

TEST_F(OrderTest, with_an_operation_twice_is_none) {
  EXPECT_FALSE(confirmed({at(write_, 0), at(write_, 0), at(add_, 1), at(read_, 3)}));
}

TEST_F(OrderTest, that_goes_back_in_time_is_none) {
  EXPECT_FALSE(confirmed({at(write_, 1), at(add_, 3), at(read_, 2)}));
}

TEST_F(OrderTest, with_a_point_outside_its_operation_is_none) {
  EXPECT_FALSE(confirmed({at(write_, 0), at(add_, 0), at(read_, 3)}));  // not called yet
  EXPECT_FALSE(confirmed({at(write_, 2), at(add_, 2), at(read_, 3)}));  // has returned
}

TEST_F(OrderTest, with_points_or_choices_that_are_not_there_is_none) {
  Order order{at(write_, 0), at(add_, 1), at(read_, 3)};
  order[1].point = 1;
  EXPECT_FALSE(confirmed(order));
  order[1].point = 0;
  order[1].choice = 1;
  EXPECT_FALSE(confirmed(order));
  order[1].choice = 0;
  order[1].operation = OperationIndex{17};
  EXPECT_FALSE(confirmed(order));
}

TEST_F(OrderTest, may_use_what_was_lost_and_may_not_use_what_failed) {
  lost(call(3, "add", 5));    // operation 3, events 6 and 7
  failed(call(4, "add", 5));  // operation 4, events 8 and 9
  reads(7);                   // operation 5, events 10 and 11
  const Order begin{at(write_, 0), at(add_, 1), at(read_, 3)};
  for (const std::uint32_t used : {3U, 4U}) {
    Order order = begin;
    order.push_back(at(OperationIndex{used}, 9));
    order.push_back(at(OperationIndex{5}, 10));
    EXPECT_EQ(confirmed(order), used == 3);
  }
}

TEST_F(OrderTest, keeps_keys_apart) {
  const OperationIndex other = reads(0, 1);
  EXPECT_TRUE(confirmed({at(write_, 0), at(add_, 1), at(read_, 3), at(other, 6)}));
}

class CoreTest : public testing::Test, protected Drawing {
 protected:
  [[nodiscard]] Confirmation confirmation(const std::vector<OperationIndex>& facts,
                                          bool may_go_on = true) const {
    return confirms_core_of(Cell(), history(), history::Value::integer(0),
                            static_cast<std::uint32_t>(history().events().size()), facts,
                            [=] { return may_go_on; });
  }
};

TEST_F(CoreTest, that_fails_whatever_the_others_did_is_confirmed) {
  ok(call(0, "write", 1));
  const OperationIndex one = reads(1);
  const OperationIndex zero = reads(0);
  EXPECT_EQ(confirmation({one, zero}), Confirmation::confirmed);
  EXPECT_EQ(confirmation({one}), Confirmation::refuted);   // the write explains it
  EXPECT_EQ(confirmation({zero}), Confirmation::refuted);  // the write may not have happened
  EXPECT_EQ(confirmation({}), Confirmation::refuted);
}

TEST_F(CoreTest, holds_its_facts_to_their_intervals) {
  const OperationIndex early = reads(1);
  ok(call(0, "write", 1));
  EXPECT_EQ(confirmation({early}), Confirmation::confirmed);  // the write was called too late
  clear();
  const OperationIndex write = call(0, "write", 1);
  ok(write);
  const OperationIndex late = reads(0);
  EXPECT_EQ(confirmation({write, late}), Confirmation::confirmed);  // it returned before
}

TEST_F(CoreTest, lets_the_others_happen_late) {
  ok(call(0, "write", 1));
  const OperationIndex zero = reads(0);
  const OperationIndex one = reads(1);
  EXPECT_EQ(confirmation({zero, one}), Confirmation::refuted);
}

TEST_F(CoreTest, is_held_against_what_is_left_of_the_others) {
  // As in search_test: 5 + 1 uses up what 7 - 1 does not.
  const OperationIndex seven = call(3, "write", 7);
  ok(seven);
  const OperationIndex write = call(0, "write", 5);
  const OperationIndex add = call(1, "add", -1);
  lost(call(2, "add", 1));
  std::vector<OperationIndex> facts{seven, write, add, reads(6), reads(5)};
  ok(write);
  ok(add);
  facts.push_back(reads(6));
  EXPECT_EQ(confirmation(facts), Confirmation::refuted);
  facts.push_back(reads(7));
  EXPECT_EQ(confirmation(facts), Confirmation::confirmed);
}

TEST_F(CoreTest, a_fact_that_failed_says_that_it_did_not_happen) {
  const OperationIndex write = call(0, "write", 1);
  failed(write);
  const OperationIndex one = reads(1);
  EXPECT_EQ(confirmation({write, one}), Confirmation::confirmed);
  EXPECT_EQ(confirmation({one}), Confirmation::refuted);
}

TEST_F(CoreTest, is_given_up_when_there_is_no_time) {
  const OperationIndex one = reads(1);
  EXPECT_EQ(confirmation({one}, false), Confirmation::given_up);
}

TEST_F(CoreTest, of_another_key_does_not_count) {
  ok(call(0, "write", 1, 1));
  const OperationIndex one = reads(1);
  EXPECT_EQ(confirmation({one}), Confirmation::confirmed);
}

}  // namespace
}  // namespace oncelab::check
