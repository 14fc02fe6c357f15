// The answer to one attempt to mark an order as paid.
//
// Promises: `applied` is answered once per order and once per reference: book, publish and ship on
// it and on nothing else. `already_applied` says that this very payment was applied before. Every
// other answer left the order as it was; `unavailable` alone does not know, and the same payment
// may be tried again.
// Threads: a value.
#pragma once

#include <string_view>

namespace oncelab::domain {

enum class MarkPaidResult : unsigned char {
  applied,          // the payment was appended and the order is paid
  already_applied,  // the order was paid with this payment before; nothing was appended
  conflict,         // the order has another payment, or the payment another order
  amount_mismatch,  // the amount is not that of the order, or of its payment of this reference
  invalid_state,    // the order waits for no payment
  invalid_payment,  // the reference is empty or the amount is not positive
  // From the service function only:
  order_not_found,
  contended,    // other writers came first, every time
  unavailable,  // the repository failed; whether the payment was applied is unknown
};

/// As in the enumeration: `already_applied`.
[[nodiscard]] std::string_view name_of(MarkPaidResult result);

}  // namespace oncelab::domain
