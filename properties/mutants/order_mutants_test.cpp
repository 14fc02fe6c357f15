// A mutant has one fault. Payments one after the other must not tell it from the right repository;
// the fault of load_then_store needs no second thread, only a second copy.
#include <gtest/gtest.h>

#include <oncelab/core/layers/domain/mark_paid.hpp>
#include <oncelab/core/stores/memory/memory_order_repository.hpp>
#include <oncelab/properties/mutants/load_then_store.hpp>
#include <oncelab/properties/mutants/unlocked.hpp>
#include <string>
#include <vector>

namespace oncelab::mutants {
namespace {

using domain::InsertResult;
using domain::LoadStatus;
using domain::MarkPaidResult;
using domain::Order;
using domain::OrderState;
using domain::Payment;
using domain::StoreResult;
using domain::Version;

void insert_reserved(domain::OrderRepository& orders, const std::string& id) {
  Order order;
  order.id = id;
  order.natural_key = "cart of " + id;
  order.state = OrderState::inventory_reserved;
  EXPECT_EQ(orders.insert(order), InsertResult::inserted);
}

template <class Repository>
class order_repository : public testing::Test {
 protected:
  order_repository() {
    insert_reserved(orders, "o-1");
    insert_reserved(orders, "o-2");
  }

  Repository orders;
};

using Repositories = testing::Types<stores::MemoryOrderRepository, LoadThenStoreOrderRepository,
                                    UnlockedOrderRepository>;
TYPED_TEST_SUITE(order_repository, Repositories);

TYPED_TEST(order_repository, is_right_about_payments_one_after_the_other) {
  domain::OrderRepository& tested = this->orders;
  EXPECT_EQ(mark_paid(tested, "o-1", {1000, "ref-1"}), MarkPaidResult::applied);
  EXPECT_EQ(mark_paid(tested, "o-1", {1000, "ref-1"}), MarkPaidResult::already_applied);
  EXPECT_EQ(mark_paid(tested, "o-1", {1, "ref-1"}), MarkPaidResult::amount_mismatch);
  EXPECT_EQ(mark_paid(tested, "o-1", {1000, "ref-2"}), MarkPaidResult::conflict);
  EXPECT_EQ(mark_paid(tested, "o-2", {1000, "ref-1"}), MarkPaidResult::conflict);
  EXPECT_EQ(mark_paid(tested, "o-2", {1000, "ref-2"}), MarkPaidResult::applied);
  EXPECT_EQ(mark_paid(tested, "o-3", {1000, "ref-3"}), MarkPaidResult::order_not_found);
  EXPECT_EQ(tested.load("o-1").order.version, Version{2});
}

TYPED_TEST(order_repository, is_right_about_keys) {
  Order order;
  order.id = "o-3";
  order.natural_key = "cart of o-1";
  EXPECT_EQ(this->orders.insert(order), InsertResult::natural_key_taken);
  EXPECT_EQ(this->orders.find_by_natural_key("cart of o-1").order.id, "o-1");
  EXPECT_EQ(this->orders.find_by_natural_key("cart of o-3").status, LoadStatus::not_found);
}

TEST(load_then_store, stores_both_of_two_decisions_on_one_version) {
  LoadThenStoreOrderRepository orders;
  insert_reserved(orders, "o-1");
  Order one = orders.load("o-1").order;
  Order other = orders.load("o-1").order;
  EXPECT_EQ(one.mark_paid({1000, "ref-1"}), MarkPaidResult::applied);
  EXPECT_EQ(other.mark_paid({1000, "ref-2"}), MarkPaidResult::applied);
  EXPECT_EQ(orders.store(one), StoreResult::stored);
  EXPECT_EQ(orders.store(other), StoreResult::stored);
  EXPECT_EQ(orders.load("o-1").order.payments, (std::vector<Payment>{{1000, "ref-2"}}));
}

}  // namespace
}  // namespace oncelab::mutants
