#include <gtest/gtest.h>

#include <oncelab/core/layers/domain/mark_paid.hpp>
#include <oncelab/core/layers/domain/scripted_repository.hpp>
#include <string>
#include <vector>

namespace oncelab::domain {
namespace {

using Log = std::vector<std::string>;

class mark_paid_service : public testing::Test {
 protected:
  mark_paid_service() {
    orders.loaded.status = LoadStatus::found;
    orders.loaded.order.id = "o-1";
    orders.loaded.order.state = OrderState::inventory_reserved;
    orders.loaded.order.version = Version{3};
  }

  MarkPaidResult pay(const Profile& profile = strict_profile) {
    return mark_paid(orders, "o-1", {1000, "ref-1"}, profile);
  }

  ScriptedRepository orders;
};

TEST_F(mark_paid_service, stores_the_paid_order_under_the_version_it_loaded) {
  EXPECT_EQ(pay(), MarkPaidResult::applied);
  EXPECT_EQ(orders.log, (Log{"load o-1", "store o-1"}));
  EXPECT_EQ(orders.stored_order.state, OrderState::paid);
  EXPECT_EQ(orders.stored_order.payments, (std::vector<Payment>{{1000, "ref-1"}}));
  EXPECT_EQ(orders.stored_order.version, Version{3});
}

TEST_F(mark_paid_service, stores_nothing_that_the_order_refused) {
  orders.loaded.order.state = OrderState::created;
  EXPECT_EQ(pay(), MarkPaidResult::invalid_state);
  EXPECT_EQ(orders.log, (Log{"load o-1"}));
}

TEST_F(mark_paid_service, decides_again_when_another_payment_came_first) {
  orders.before_store = [this] {
    orders.loaded.order.state = OrderState::paid;
    orders.loaded.order.payments = {{1000, "ref-2"}};
    return StoreResult::version_changed;
  };
  EXPECT_EQ(pay(), MarkPaidResult::conflict);
  EXPECT_EQ(orders.log, (Log{"load o-1", "store o-1", "load o-1"}));
}

TEST_F(mark_paid_service, decides_again_when_the_same_payment_came_first) {
  orders.before_store = [this] {
    orders.loaded.order = orders.stored_order;
    return StoreResult::version_changed;
  };
  EXPECT_EQ(pay(), MarkPaidResult::already_applied);
}

TEST_F(mark_paid_service, stores_again_when_something_else_changed) {
  int stores = 0;
  orders.before_store = [&stores] {
    return ++stores == 1 ? StoreResult::version_changed : StoreResult::stored;
  };
  EXPECT_EQ(pay(), MarkPaidResult::applied);
  EXPECT_EQ(stores, 2);
}

TEST_F(mark_paid_service, gives_up_against_writers_that_never_stop) {
  int stores = 0;
  orders.before_store = [&stores] {
    ++stores;
    return StoreResult::version_changed;
  };
  EXPECT_EQ(pay(), MarkPaidResult::contended);
  EXPECT_EQ(stores, attempts_max);
}

TEST_F(mark_paid_service, a_reference_of_another_order_is_a_conflict) {
  orders.before_store = [] { return StoreResult::reference_taken; };
  EXPECT_EQ(pay(), MarkPaidResult::conflict);
  EXPECT_EQ(pay(seed_profile), MarkPaidResult::invalid_state);
}

TEST_F(mark_paid_service, an_order_that_is_not_there_is_not_found) {
  orders.before_store = [] { return StoreResult::not_found; };
  EXPECT_EQ(pay(), MarkPaidResult::order_not_found);
  orders.loaded.status = LoadStatus::not_found;
  EXPECT_EQ(pay(), MarkPaidResult::order_not_found);
}

TEST_F(mark_paid_service, a_repository_that_fails_is_not_mistaken_for_an_answer) {
  orders.before_store = [] { return StoreResult::unavailable; };
  EXPECT_EQ(pay(), MarkPaidResult::unavailable);
  orders.loaded.status = LoadStatus::unavailable;
  EXPECT_EQ(pay(), MarkPaidResult::unavailable);
}

TEST(mark_paid_results, have_the_names_of_the_enumeration) {
  EXPECT_EQ(name_of(MarkPaidResult::applied), "applied");
  EXPECT_EQ(name_of(MarkPaidResult::already_applied), "already_applied");
  EXPECT_EQ(name_of(MarkPaidResult::unavailable), "unavailable");
}

}  // namespace
}  // namespace oncelab::domain
