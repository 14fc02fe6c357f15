// Profile seed: the guard with nothing but state and reference.
#include <gtest/gtest.h>

#include <oncelab/core/layers/domain/order.hpp>

namespace oncelab::domain {
namespace {

Order reserved_order() {
  Order order;
  order.id = "o-1";
  order.state = OrderState::inventory_reserved;
  return order;
}

class seed_profile_of_orders : public testing::Test {
 protected:
  MarkPaidResult pay(const Payment& payment) { return order.mark_paid(payment, seed_profile); }

  Order order = reserved_order();
};

TEST_F(seed_profile_of_orders, domain_guard_makes_payment_idempotent) {
  const Payment payment{.amount_cents = 1000, .provider_ref = "ref-1"};
  EXPECT_EQ(pay(payment), MarkPaidResult::applied);
  EXPECT_EQ(pay(payment), MarkPaidResult::already_applied);
  EXPECT_EQ(order.payments.size(), 1U);
  Payment other = payment;
  other.provider_ref = "ref-2";
  EXPECT_EQ(pay(other), MarkPaidResult::invalid_state);
}

TEST_F(seed_profile_of_orders, another_amount_of_the_same_reference_is_a_repetition) {
  EXPECT_EQ(pay({1000, "ref-1"}), MarkPaidResult::applied);
  EXPECT_EQ(pay({1, "ref-1"}), MarkPaidResult::already_applied);
  EXPECT_EQ(order.payments, (std::vector<Payment>{{1000, "ref-1"}}));
}

TEST_F(seed_profile_of_orders, any_amount_and_reference_is_accepted) {
  order.total_cents = 1000;
  EXPECT_EQ(pay({-5, ""}), MarkPaidResult::applied);
  EXPECT_EQ(pay({0, ""}), MarkPaidResult::already_applied);
}

TEST_F(seed_profile_of_orders, every_other_state_is_invalid) {
  for (const OrderState state : {OrderState::created, OrderState::shipped, OrderState::cancelled}) {
    order.state = state;
    EXPECT_EQ(pay({1000, "ref-1"}), MarkPaidResult::invalid_state) << name_of(state);
    EXPECT_TRUE(order.payments.empty());
    EXPECT_EQ(order.state, state);
  }
}

TEST_F(seed_profile_of_orders, a_paid_order_without_a_payment_accepts_none) {
  order.state = OrderState::paid;
  EXPECT_EQ(pay({1000, ""}), MarkPaidResult::invalid_state);
  EXPECT_TRUE(order.payments.empty());
}

}  // namespace
}  // namespace oncelab::domain
