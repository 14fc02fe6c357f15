#include <oncelab/core/layers/domain/mark_paid.hpp>
#include <optional>

namespace oncelab::domain {

namespace {

/// Nothing if the order changed in between: decide again.
std::optional<MarkPaidResult> result_of(StoreResult stored, const Profile& profile) {
  switch (stored) {
    case StoreResult::stored:
      return MarkPaidResult::applied;
    case StoreResult::not_found:
      return MarkPaidResult::order_not_found;
    case StoreResult::version_changed:
      return std::nullopt;
    case StoreResult::reference_taken:
      return profile.tells_conflict_apart ? MarkPaidResult::conflict
                                          : MarkPaidResult::invalid_state;
    case StoreResult::unavailable:
      break;
  }
  return MarkPaidResult::unavailable;
}

std::optional<MarkPaidResult> try_mark_paid(OrderRepository& orders, std::string_view order_id,
                                            const Payment& payment, const Profile& profile) {
  LoadResult loaded = orders.load(order_id);
  switch (loaded.status) {
    case LoadStatus::not_found:
      return MarkPaidResult::order_not_found;
    case LoadStatus::unavailable:
      return MarkPaidResult::unavailable;
    case LoadStatus::found:
      break;
  }
  const MarkPaidResult decided = loaded.order.mark_paid(payment, profile);
  if (decided != MarkPaidResult::applied) {
    return decided;
  }
  return result_of(orders.store(loaded.order), profile);
}

}  // namespace

MarkPaidResult mark_paid(OrderRepository& orders, std::string_view order_id, const Payment& payment,
                         const Profile& profile) {
  for (int attempt = 0; attempt < attempts_max; ++attempt) {
    if (const auto result = try_mark_paid(orders, order_id, payment, profile)) {
      return *result;
    }
  }
  return MarkPaidResult::contended;
}

}  // namespace oncelab::domain
