#include <oncelab/core/layers/domain/order_state.hpp>

namespace oncelab::domain {

std::string_view name_of(OrderState state) {
  switch (state) {
    case OrderState::created:
      return "CREATED";
    case OrderState::inventory_reserved:
      return "INVENTORY_RESERVED";
    case OrderState::paid:
      return "PAID";
    case OrderState::shipped:
      return "SHIPPED";
    case OrderState::cancelled:
      return "CANCELLED";
  }
  return {};
}

bool may_move(OrderState from, OrderState to) {
  switch (from) {
    case OrderState::created:
      return to == OrderState::inventory_reserved || to == OrderState::cancelled;
    case OrderState::inventory_reserved:
      return to == OrderState::cancelled;
    case OrderState::paid:
      return to == OrderState::shipped;
    case OrderState::shipped:
    case OrderState::cancelled:
      return false;
  }
  return false;
}

}  // namespace oncelab::domain
