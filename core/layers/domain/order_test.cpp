#include <gtest/gtest.h>

#include <oncelab/core/layers/domain/order.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>

namespace oncelab::domain {
namespace {

constexpr std::array all_states = {OrderState::created, OrderState::inventory_reserved,
                                   OrderState::paid, OrderState::shipped, OrderState::cancelled};

class order : public testing::Test {
 protected:
  order() {
    tested.id = "o-1";
    tested.state = OrderState::inventory_reserved;
  }

  void expect_no_change_by(const Payment& payment, MarkPaidResult expected) {
    const Order before = tested;
    EXPECT_EQ(tested.mark_paid(payment), expected);
    EXPECT_EQ(tested, before);
  }

  Order tested;
};

TEST_F(order, is_paid_once_by_one_payment) {
  EXPECT_EQ(tested.mark_paid({1000, "ref-1"}), MarkPaidResult::applied);
  EXPECT_EQ(tested.state, OrderState::paid);
  EXPECT_EQ(tested.payments, (std::vector<Payment>{{1000, "ref-1"}}));
  expect_no_change_by({1000, "ref-1"}, MarkPaidResult::already_applied);
}

TEST_F(order, refuses_another_reference_as_a_conflict) {
  EXPECT_EQ(tested.mark_paid({1000, "ref-1"}), MarkPaidResult::applied);
  expect_no_change_by({1000, "ref-2"}, MarkPaidResult::conflict);
}

TEST_F(order, refuses_another_amount_of_the_same_reference) {
  EXPECT_EQ(tested.mark_paid({1000, "ref-1"}), MarkPaidResult::applied);
  expect_no_change_by({1, "ref-1"}, MarkPaidResult::amount_mismatch);
}

TEST_F(order, refuses_an_amount_other_than_its_total) {
  tested.total_cents = 1000;
  expect_no_change_by({999, "ref-1"}, MarkPaidResult::amount_mismatch);
  expect_no_change_by({1001, "ref-1"}, MarkPaidResult::amount_mismatch);
  EXPECT_EQ(tested.mark_paid({1000, "ref-1"}), MarkPaidResult::applied);
}

TEST_F(order, accepts_the_extremes_of_an_amount) {
  tested.total_cents = std::numeric_limits<std::int64_t>::max();
  expect_no_change_by({std::numeric_limits<std::int64_t>::min(), "ref-1"},
                      MarkPaidResult::invalid_payment);
  EXPECT_EQ(tested.mark_paid({std::numeric_limits<std::int64_t>::max(), "ref-1"}),
            MarkPaidResult::applied);
}

TEST_F(order, refuses_a_payment_that_makes_no_sense_in_every_state) {
  for (const OrderState state : all_states) {
    tested.state = state;
    expect_no_change_by({1000, ""}, MarkPaidResult::invalid_payment);
    expect_no_change_by({0, "ref-1"}, MarkPaidResult::invalid_payment);
    expect_no_change_by({-1, "ref-1"}, MarkPaidResult::invalid_payment);
  }
}

TEST_F(order, waits_for_a_payment_in_one_state_only) {
  for (const OrderState state : {OrderState::created, OrderState::shipped, OrderState::cancelled}) {
    tested.state = state;
    expect_no_change_by({1000, "ref-1"}, MarkPaidResult::invalid_state);
  }
}

TEST_F(order, stays_shipped_when_its_payment_is_reported_again) {
  EXPECT_EQ(tested.mark_paid({1000, "ref-1"}), MarkPaidResult::applied);
  EXPECT_TRUE(tested.move_to(OrderState::shipped));
  expect_no_change_by({1000, "ref-1"}, MarkPaidResult::invalid_state);
}

TEST_F(order, compares_references_byte_for_byte) {
  using std::string_literals::operator""s;
  EXPECT_EQ(tested.mark_paid({1000, "ref\0a"s}), MarkPaidResult::applied);
  for (const std::string& other : {"ref"s, "ref\0b"s, "REF\0a"s, "ref\0a "s}) {
    expect_no_change_by({1000, other}, MarkPaidResult::conflict);
  }
}

TEST_F(order, moves_along_the_arrows_only) {
  using enum OrderState;
  const std::set<std::pair<OrderState, OrderState>> arrows = {{created, inventory_reserved},
                                                              {created, cancelled},
                                                              {inventory_reserved, cancelled},
                                                              {paid, shipped}};
  for (const OrderState from : all_states) {
    for (const OrderState to : all_states) {
      tested.state = from;
      const bool allowed = arrows.contains({from, to});
      EXPECT_EQ(tested.move_to(to), allowed) << name_of(from) << " to " << name_of(to);
      EXPECT_EQ(tested.state, allowed ? to : from);
    }
  }
}

TEST_F(order, does_not_know_of_other_copies_of_itself) {
  Order copy = tested;
  EXPECT_EQ(tested.mark_paid({1000, "ref-1"}), MarkPaidResult::applied);
  EXPECT_EQ(copy.mark_paid({1000, "ref-2"}), MarkPaidResult::applied);
}

TEST(order_names, are_those_that_are_stored) {
  EXPECT_EQ(name_of(OrderState::inventory_reserved), "INVENTORY_RESERVED");
  EXPECT_EQ(name_of(OrderState::paid), "PAID");
  std::set<std::string_view> names;
  for (const OrderState state : all_states) {
    names.insert(name_of(state));
  }
  EXPECT_EQ(names.size(), all_states.size());
}

TEST(order_profiles, are_told_apart_by_name) {
  EXPECT_EQ(profiles().front()->name, "seed");
  EXPECT_EQ(profiles().back()->name, "strict");
}

}  // namespace
}  // namespace oncelab::domain
