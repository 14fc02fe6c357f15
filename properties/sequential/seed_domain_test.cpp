// What the contract of the domain layer says in passing; seed_composition_test.cpp lists all of it.
#include <gtest/gtest.h>

#include <oncelab/core/layers/domain/mark_paid.hpp>
#include <oncelab/core/layers/domain/place_order.hpp>
#include <oncelab/core/stores/memory/memory_order_repository.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace oncelab::domain {

static void PrintTo(const Profile* profile, std::ostream* out) { *out << profile->name; }

}  // namespace oncelab::domain

namespace oncelab::properties {
namespace {

using domain::MarkPaidResult;
using domain::Order;
using domain::OrderState;
using domain::Payment;
using domain::PlaceOrderResult;
using domain::StoreResult;

class seed_domain : public testing::TestWithParam<const domain::Profile*> {
 protected:
  seed_domain() {
    for (const char* id : {"o-1", "o-2"}) {
      Order order;
      order.id = id;
      order.natural_key = std::string("cart of ") + id;
      order.state = OrderState::inventory_reserved;
      EXPECT_EQ(orders.insert(order), domain::InsertResult::inserted);
    }
  }

  MarkPaidResult pay(const std::string& id, const Payment& payment) {
    return mark_paid(orders, id, payment, *GetParam());
  }
  std::vector<Payment> payments_of(const std::string& id) { return orders.load(id).order.payments; }

  stores::MemoryOrderRepository orders;
};

TEST_P(seed_domain, a_repetition_is_recognised_however_late_it_comes) {
  EXPECT_EQ(pay("o-1", {1000, "ref-1"}), MarkPaidResult::applied);
  for (int i = 0; i < 100; ++i) {
    EXPECT_NE(pay("o-1", {1000, "ref-" + std::to_string(i + 2)}), MarkPaidResult::applied);
  }
  EXPECT_EQ(pay("o-1", {1000, "ref-1"}), MarkPaidResult::already_applied);
  EXPECT_EQ(payments_of("o-1"), (std::vector<Payment>{{1000, "ref-1"}}));
}

TEST_P(seed_domain, the_guard_alone_lets_one_reference_pay_two_orders) {
  Order one = orders.load("o-1").order;
  Order other = orders.load("o-2").order;
  EXPECT_EQ(one.mark_paid({1000, "ref-1"}, *GetParam()), MarkPaidResult::applied);
  EXPECT_EQ(other.mark_paid({1000, "ref-1"}, *GetParam()), MarkPaidResult::applied);
  // What stops it is the unique constraint below the guard.
  EXPECT_EQ(orders.store(one), StoreResult::stored);
  EXPECT_EQ(orders.store(other), StoreResult::reference_taken);
}

TEST_P(seed_domain, the_guard_alone_lets_two_copies_be_paid) {
  Order one = orders.load("o-1").order;
  Order other = orders.load("o-1").order;
  EXPECT_EQ(one.mark_paid({1000, "ref-1"}, *GetParam()), MarkPaidResult::applied);
  EXPECT_EQ(other.mark_paid({1000, "ref-2"}, *GetParam()), MarkPaidResult::applied);
  EXPECT_EQ(orders.store(one), StoreResult::stored);
  EXPECT_EQ(orders.store(other), StoreResult::version_changed);
  EXPECT_EQ(payments_of("o-1"), (std::vector<Payment>{{1000, "ref-1"}}));
}

INSTANTIATE_TEST_SUITE_P(profiles, seed_domain, testing::ValuesIn(domain::profiles()),
                         testing::PrintToStringParamName());

/// What a client does that has lost its answer and its memory: the same purchase, another request.
class natural_key : public testing::Test {
 protected:
  PlaceOrderResult place(const std::string& key) {
    ++requests;
    return place_order(
               orders,
               {.id = "o-" + std::to_string(requests), .natural_key = key, .total_cents = 1000})
        .result;
  }
  [[nodiscard]] std::string request_id() const { return "request-" + std::to_string(requests); }

  stores::MemoryOrderRepository orders;
  int requests = 0;
};

TEST_F(natural_key, of_a_request_is_none) {
  EXPECT_EQ(place(request_id()), PlaceOrderResult::placed);
  EXPECT_EQ(place(request_id()), PlaceOrderResult::placed);  // one purchase, two orders
}

TEST_F(natural_key, of_the_business_is_one_whatever_the_request) {
  EXPECT_EQ(place("cart-7"), PlaceOrderResult::placed);
  EXPECT_EQ(place("cart-7"), PlaceOrderResult::already_placed);
  EXPECT_EQ(place("cart-8"), PlaceOrderResult::placed);
}

}  // namespace
}  // namespace oncelab::properties
