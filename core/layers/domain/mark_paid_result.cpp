#include <oncelab/core/layers/domain/mark_paid_result.hpp>

namespace oncelab::domain {

std::string_view name_of(MarkPaidResult result) {
  switch (result) {
    case MarkPaidResult::applied:
      return "applied";
    case MarkPaidResult::already_applied:
      return "already_applied";
    case MarkPaidResult::conflict:
      return "conflict";
    case MarkPaidResult::amount_mismatch:
      return "amount_mismatch";
    case MarkPaidResult::invalid_state:
      return "invalid_state";
    case MarkPaidResult::invalid_payment:
      return "invalid_payment";
    case MarkPaidResult::order_not_found:
      return "order_not_found";
    case MarkPaidResult::contended:
      return "contended";
    case MarkPaidResult::unavailable:
      return "unavailable";
  }
  return {};
}

}  // namespace oncelab::domain
