// The states of an order and the steps between them.
//
//   CREATED ---> INVENTORY_RESERVED ---> PAID ---> SHIPPED
//      |                 |
//      +-----------------+---> CANCELLED
//
// Promises: may_move(from, to) is true for exactly the arrows above, except that nobody moves to
// PAID this way: only Order::mark_paid does, because it needs the payment. No arrow leads back.
// Threads: pure functions.
#pragma once

#include <string_view>

namespace oncelab::domain {

enum class OrderState : unsigned char { created, inventory_reserved, paid, shipped, cancelled };

/// As stored and shown: `INVENTORY_RESERVED`.
[[nodiscard]] std::string_view name_of(OrderState state);

[[nodiscard]] bool may_move(OrderState from, OrderState to);

}  // namespace oncelab::domain
