// One call after the other; order_overlap_test.cpp has the calls that overlap.
#include <gtest/gtest.h>

#include <cstdint>
#include <oncelab/core/layers/domain/mark_paid.hpp>
#include <oncelab/core/layers/domain/place_order.hpp>
#include <oncelab/core/stores/memory/memory_order_repository.hpp>
#include <string>
#include <vector>

namespace oncelab::stores {
namespace {

using domain::InsertResult;
using domain::LoadStatus;
using domain::MarkPaidResult;
using domain::Order;
using domain::OrderState;
using domain::Payment;
using domain::PlaceOrderResult;
using domain::StoreResult;
using domain::Version;

Order reserved_order(const std::string& id) {
  Order order;
  order.id = id;
  order.natural_key = "cart of " + id;
  order.state = OrderState::inventory_reserved;
  return order;
}

class memory_order_repository : public testing::Test {
 protected:
  memory_order_repository() {
    EXPECT_EQ(orders.insert(reserved_order("o-1")), InsertResult::inserted);
    EXPECT_EQ(orders.insert(reserved_order("o-2")), InsertResult::inserted);
  }

  Order loaded(const std::string& id) { return orders.load(id).order; }

  MemoryOrderRepository orders;
};

TEST_F(memory_order_repository, returns_what_was_inserted_as_version_1) {
  Order expected = reserved_order("o-1");
  expected.version = Version{1};
  EXPECT_EQ(orders.load("o-1").status, LoadStatus::found);
  EXPECT_EQ(loaded("o-1"), expected);
  EXPECT_EQ(orders.find_by_natural_key("cart of o-1").order, expected);
}

TEST_F(memory_order_repository, does_not_find_what_was_not_inserted) {
  EXPECT_EQ(orders.load("o-3").status, LoadStatus::not_found);
  EXPECT_EQ(orders.load("").status, LoadStatus::not_found);
  EXPECT_EQ(orders.find_by_natural_key("o-1").status, LoadStatus::not_found);
  EXPECT_EQ(orders.store(reserved_order("o-3")), StoreResult::not_found);
}

TEST_F(memory_order_repository, keeps_ids_and_natural_keys_unique) {
  Order order = reserved_order("o-3");
  order.natural_key = "cart of o-1";
  EXPECT_EQ(orders.insert(order), InsertResult::natural_key_taken);
  order = reserved_order("o-1");
  order.natural_key = "cart of o-3";
  EXPECT_EQ(orders.insert(order), InsertResult::id_taken);
  EXPECT_EQ(orders.load("o-3").status, LoadStatus::not_found);
  EXPECT_EQ(orders.find_by_natural_key("cart of o-3").status, LoadStatus::not_found);
}

TEST_F(memory_order_repository, stores_one_of_two_decisions_on_one_version) {
  Order one = loaded("o-1");
  Order other = loaded("o-1");
  EXPECT_EQ(one.mark_paid({1000, "ref-1"}), MarkPaidResult::applied);
  EXPECT_EQ(other.mark_paid({1000, "ref-2"}), MarkPaidResult::applied);
  EXPECT_EQ(orders.store(one), StoreResult::stored);
  EXPECT_EQ(orders.store(other), StoreResult::version_changed);
  EXPECT_EQ(loaded("o-1").payments, (std::vector<Payment>{{1000, "ref-1"}}));
  EXPECT_EQ(loaded("o-1").version, Version{2});
}

TEST_F(memory_order_repository, refuses_a_version_that_never_was) {
  Order order = loaded("o-1");
  for (const std::uint64_t version : {std::uint64_t{0}, std::uint64_t{2}, ~std::uint64_t{0}}) {
    order.version = Version{version};
    EXPECT_EQ(orders.store(order), StoreResult::version_changed);
  }
  EXPECT_EQ(loaded("o-1").version, Version{1});
}

TEST_F(memory_order_repository, a_refused_order_reserves_no_reference) {
  Order late = loaded("o-1");
  Order first = loaded("o-1");
  EXPECT_TRUE(first.move_to(OrderState::cancelled));
  EXPECT_EQ(orders.store(first), StoreResult::stored);
  EXPECT_EQ(late.mark_paid({1000, "ref-1"}), MarkPaidResult::applied);
  EXPECT_EQ(orders.store(late), StoreResult::version_changed);
  EXPECT_EQ(domain::mark_paid(orders, "o-2", {1000, "ref-1"}), MarkPaidResult::applied);
}

TEST_F(memory_order_repository, a_reference_pays_one_order) {
  EXPECT_EQ(domain::mark_paid(orders, "o-1", {1000, "ref-1"}), MarkPaidResult::applied);
  EXPECT_EQ(domain::mark_paid(orders, "o-2", {1000, "ref-1"}), MarkPaidResult::conflict);
  EXPECT_EQ(loaded("o-2"), [] {
    Order order = reserved_order("o-2");
    order.version = Version{1};
    return order;
  }());
  EXPECT_EQ(domain::mark_paid(orders, "o-2", {1000, "ref-2"}), MarkPaidResult::applied);
}

TEST_F(memory_order_repository, a_paid_order_is_not_inserted_with_a_reference_of_another) {
  EXPECT_EQ(domain::mark_paid(orders, "o-1", {1000, "ref-1"}), MarkPaidResult::applied);
  Order order = reserved_order("o-3");
  order.payments = {{1000, "ref-0"}, {1000, "ref-1"}};
  EXPECT_EQ(orders.insert(order), InsertResult::reference_taken);
  EXPECT_EQ(orders.find_by_natural_key(order.natural_key).status, LoadStatus::not_found);
  order.payments.pop_back();
  EXPECT_EQ(orders.insert(order), InsertResult::inserted);
  EXPECT_EQ(domain::mark_paid(orders, "o-2", {1000, "ref-0"}), MarkPaidResult::conflict);
}

TEST_F(memory_order_repository, says_version_before_reference) {
  Order late = loaded("o-2");
  EXPECT_EQ(domain::mark_paid(orders, "o-1", {1000, "ref-1"}), MarkPaidResult::applied);
  EXPECT_EQ(domain::mark_paid(orders, "o-2", {1000, "ref-2"}), MarkPaidResult::applied);
  EXPECT_EQ(late.mark_paid({1000, "ref-1"}), MarkPaidResult::applied);
  EXPECT_EQ(orders.store(late), StoreResult::version_changed);
}

TEST_F(memory_order_repository, an_order_may_keep_its_own_reference) {
  EXPECT_EQ(domain::mark_paid(orders, "o-1", {1000, "ref-1"}), MarkPaidResult::applied);
  Order order = loaded("o-1");
  EXPECT_TRUE(order.move_to(OrderState::shipped));
  EXPECT_EQ(orders.store(order), StoreResult::stored);
  EXPECT_EQ(loaded("o-1").state, OrderState::shipped);
}

TEST_F(memory_order_repository, a_natural_key_has_one_order_whatever_the_ids) {
  const domain::OrderDraft draft{.id = "o-3", .natural_key = "cart-7", .total_cents = 1000};
  EXPECT_EQ(domain::place_order(orders, draft).result, PlaceOrderResult::placed);
  const domain::OrderDraft again{.id = "o-4", .natural_key = "cart-7", .total_cents = 1000};
  const domain::PlacedOrder placed = domain::place_order(orders, again);
  EXPECT_EQ(placed.result, PlaceOrderResult::already_placed);
  EXPECT_EQ(placed.order, loaded("o-3"));
  EXPECT_EQ(orders.load("o-4").status, LoadStatus::not_found);
}

}  // namespace
}  // namespace oncelab::stores
