#include <gtest/gtest.h>

#include <oncelab/core/layers/domain/place_order.hpp>
#include <oncelab/core/layers/domain/scripted_repository.hpp>
#include <string>
#include <vector>

namespace oncelab::domain {
namespace {

using Log = std::vector<std::string>;

class place_order_service : public testing::Test {
 protected:
  void key_has_order_of(std::int64_t total_cents) {
    orders.inserted = InsertResult::natural_key_taken;
    orders.loaded.status = LoadStatus::found;
    orders.loaded.order.id = "o-0";
    orders.loaded.order.total_cents = total_cents;
  }

  ScriptedRepository orders;
  OrderDraft draft{.id = "o-1", .natural_key = "cart-7", .total_cents = 1000};
};

TEST_F(place_order_service, places_a_new_order) {
  const PlacedOrder placed = place_order(orders, draft);
  EXPECT_EQ(placed.result, PlaceOrderResult::placed);
  EXPECT_EQ(placed.order.id, "o-1");
  EXPECT_EQ(placed.order.natural_key, "cart-7");
  EXPECT_EQ(placed.order.state, OrderState::created);
  EXPECT_EQ(placed.order.total_cents, 1000);
  EXPECT_EQ(orders.log, (Log{"insert o-1"}));
}

TEST_F(place_order_service, returns_the_order_that_has_the_key) {
  key_has_order_of(1000);
  const PlacedOrder placed = place_order(orders, draft);
  EXPECT_EQ(placed.result, PlaceOrderResult::already_placed);
  EXPECT_EQ(placed.order.id, "o-0");
  EXPECT_EQ(orders.log, (Log{"insert o-1", "find cart-7"}));
}

TEST_F(place_order_service, does_not_take_another_total_for_the_same_order) {
  key_has_order_of(1001);
  const PlacedOrder placed = place_order(orders, draft);
  EXPECT_EQ(placed.result, PlaceOrderResult::total_mismatch);
  EXPECT_EQ(placed.order.total_cents, 1001);
}

TEST_F(place_order_service, reports_an_id_that_is_taken) {
  orders.inserted = InsertResult::id_taken;
  EXPECT_EQ(place_order(orders, draft).result, PlaceOrderResult::id_taken);
}

TEST_F(place_order_service, refuses_a_draft_that_makes_no_sense) {
  const std::vector<OrderDraft> drafts = {
      {"", "cart-7", 1000}, {"o-1", "", 1000}, {"o-1", "cart-7", 0}, {"o-1", "cart-7", -1}};
  for (const OrderDraft& senseless : drafts) {
    EXPECT_EQ(place_order(orders, senseless).result, PlaceOrderResult::invalid_draft);
  }
  EXPECT_TRUE(orders.log.empty());
}

TEST_F(place_order_service, places_an_order_without_a_total) {
  draft.total_cents.reset();
  EXPECT_EQ(place_order(orders, draft).result, PlaceOrderResult::placed);
}

TEST_F(place_order_service, a_repository_that_fails_is_not_mistaken_for_an_answer) {
  orders.inserted = InsertResult::unavailable;
  EXPECT_EQ(place_order(orders, draft).result, PlaceOrderResult::unavailable);
  orders.inserted = InsertResult::natural_key_taken;
  orders.loaded.status = LoadStatus::unavailable;
  EXPECT_EQ(place_order(orders, draft).result, PlaceOrderResult::unavailable);
}

}  // namespace
}  // namespace oncelab::domain
