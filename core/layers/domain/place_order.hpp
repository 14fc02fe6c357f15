// Places an order once per natural key: the second attempt gets the first one's order.
//
// The natural key is what the business means by "the same order": a cart, a quote, a contract
// period. The id of a request is not one: a client that asks again under a new id means the same
// order and would get two.
//
// Promises, for any number of callers at once: one order per natural key. The caller whose order it
// became is told `placed`, everybody else `already_placed` with that order, as it is now.
// Does not promise: that the lines of the two drafts are equal; only the total is compared.
// Threads: any, as many as the repository serves.
// Complexity: one insert, and one look-up if the key is taken.
// Errors: see the results; `unavailable` does not know whether the order was placed, and asking
// again with the same key is safe.
#pragma once

#include <cstdint>
#include <oncelab/core/layers/domain/order_repository.hpp>
#include <optional>
#include <string>

namespace oncelab::domain {

struct OrderDraft {
  std::string id;
  std::string natural_key;
  std::optional<std::int64_t> total_cents;
};

enum class PlaceOrderResult : unsigned char {
  placed,
  already_placed,
  total_mismatch,  // the key has an order already, of another total
  id_taken,        // another order has this id
  invalid_draft,   // empty id or key, or a total that is not positive
  unavailable,
};

struct PlacedOrder {
  PlaceOrderResult result = PlaceOrderResult::unavailable;
  Order order;  // the order of the key, if placed, already_placed or total_mismatch
};

[[nodiscard]] PlacedOrder place_order(OrderRepository& orders, const OrderDraft& draft);

}  // namespace oncelab::domain
