#include <oncelab/core/layers/domain/place_order.hpp>
#include <utility>

namespace oncelab::domain {

namespace {

bool makes_sense(const OrderDraft& draft) {
  return !draft.id.empty() && !draft.natural_key.empty() &&
         (!draft.total_cents.has_value() || *draft.total_cents > 0);
}

Order order_of(const OrderDraft& draft) {
  Order order;
  order.id = draft.id;
  order.natural_key = draft.natural_key;
  order.total_cents = draft.total_cents;
  order.version = Version{1};
  return order;
}

PlacedOrder placed_before(OrderRepository& orders, const OrderDraft& draft) {
  LoadResult earlier = orders.find_by_natural_key(draft.natural_key);
  if (earlier.status != LoadStatus::found) {
    return {PlaceOrderResult::unavailable, {}};
  }
  const bool same_total = earlier.order.total_cents == draft.total_cents;
  return {same_total ? PlaceOrderResult::already_placed : PlaceOrderResult::total_mismatch,
          std::move(earlier.order)};
}

}  // namespace

PlacedOrder place_order(OrderRepository& orders, const OrderDraft& draft) {
  if (!makes_sense(draft)) {
    return {PlaceOrderResult::invalid_draft, {}};
  }
  Order order = order_of(draft);
  switch (orders.insert(order)) {
    case InsertResult::inserted:
      return {PlaceOrderResult::placed, std::move(order)};
    case InsertResult::natural_key_taken:
      return placed_before(orders, draft);
    case InsertResult::id_taken:
      return {PlaceOrderResult::id_taken, {}};
    case InsertResult::reference_taken:  // a draft has no payment
    case InsertResult::unavailable:
      break;
  }
  return {PlaceOrderResult::unavailable, {}};
}

}  // namespace oncelab::domain
