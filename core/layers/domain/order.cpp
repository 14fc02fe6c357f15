#include <oncelab/core/layers/domain/order.hpp>

namespace oncelab::domain {

namespace {

bool makes_sense(const Payment& payment) {
  return !payment.provider_ref.empty() && payment.amount_cents > 0;
}

/// The answer of an order that is paid already.
MarkPaidResult compare(const Order& paid, const Payment& payment, const Profile& profile) {
  if (paid.payments.empty() || paid.payments.front().provider_ref != payment.provider_ref) {
    return profile.tells_conflict_apart ? MarkPaidResult::conflict : MarkPaidResult::invalid_state;
  }
  if (profile.checks_amount && paid.payments.front().amount_cents != payment.amount_cents) {
    return MarkPaidResult::amount_mismatch;
  }
  return MarkPaidResult::already_applied;
}

MarkPaidResult apply(Order& reserved, const Payment& payment, const Profile& profile) {
  if (profile.checks_amount && reserved.total_cents.has_value() &&
      *reserved.total_cents != payment.amount_cents) {
    return MarkPaidResult::amount_mismatch;
  }
  reserved.payments.push_back(payment);
  reserved.state = OrderState::paid;
  return MarkPaidResult::applied;
}

}  // namespace

MarkPaidResult Order::mark_paid(const Payment& payment, const Profile& profile) {
  if (profile.checks_input && !makes_sense(payment)) {
    return MarkPaidResult::invalid_payment;
  }
  if (state == OrderState::inventory_reserved) {
    return apply(*this, payment, profile);
  }
  if (state == OrderState::paid) {
    return compare(*this, payment, profile);
  }
  return MarkPaidResult::invalid_state;
}

bool Order::move_to(OrderState next) {
  if (!may_move(state, next)) {
    return false;
  }
  state = next;
  return true;
}

}  // namespace oncelab::domain
