// An order, and the guard that lets one payment take effect on it once.
//
// The order is plain data, so that every repository can store it and read it back. Whoever changes
// it goes through the functions below; they keep these invariants:
//   - state and payments only ever move forward;
//   - at most one payment, and one exactly if the order is paid or was.
//
// mark_paid promises (profile strict; profile.hpp says what seed leaves out):
//   INVENTORY_RESERVED   appends the payment, moves to PAID: `applied`;
//   PAID                 same reference and amount: `already_applied`;
//                        same reference, other amount: `amount_mismatch`;
//                        other reference: `conflict`;
//   any other state      `invalid_state`, also for the payment that once paid the order;
//   before any of these  an empty reference or an amount below one cent is `invalid_payment`, and,
//                        where a payment would be appended, an amount other than `total_cents`
//                        (if set) is `amount_mismatch`.
// Only `applied` changes the order. If mark_paid throws (std::bad_alloc), nothing was changed.
//
// Does not promise: anything about two copies of one order. Loading, deciding and storing is three
// steps; OrderRepository::store refuses the second of two decisions taken on the same version. Nor
// that the reference is unused elsewhere: an order knows itself only. It cares nothing for how the
// payment arrived: request, callback and message are the same to it.
// Threads: a value; one thread at a time.
// Complexity: constant.
// Source: a state machine guarded by the natural key of the fact, here the provider's reference.
#pragma once

#include <cstdint>
#include <oncelab/core/layers/domain/mark_paid_result.hpp>
#include <oncelab/core/layers/domain/order_state.hpp>
#include <oncelab/core/layers/domain/payment.hpp>
#include <oncelab/core/layers/domain/profile.hpp>
#include <optional>
#include <string>
#include <vector>

namespace oncelab::domain {

/// How often an order was stored. A repository counts from 1.
enum class Version : std::uint64_t {};

struct Order {
  std::string id;
  std::string natural_key;  // what the business calls this order; never the id of a request
  OrderState state = OrderState::created;
  std::optional<std::int64_t> total_cents;
  std::vector<Payment> payments;
  Version version{};  // the stored version this copy was loaded from

  [[nodiscard]] MarkPaidResult mark_paid(const Payment& payment,
                                         const Profile& profile = strict_profile);

  /// Moves along an arrow of order_state.hpp; false, and no change, if there is none.
  [[nodiscard]] bool move_to(OrderState next);

  friend bool operator==(const Order&, const Order&) = default;
};

}  // namespace oncelab::domain
