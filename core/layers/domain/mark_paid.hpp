// Marks a stored order as paid: load, decide, compare-and-set, and again if somebody was faster.
//
// Promises, for any number of callers at once, over a repository that keeps its contract:
//   - one `applied` per order, and one per reference across all orders;
//   - the answers of Order::mark_paid for the order as it was at one moment during the call; a
//     reference that another order has is a `conflict` (`invalid_state` in profile seed);
//   - repeating a call whose answer was `contended` or `unavailable` is safe.
// Does not promise: progress against writers that never stop. After `attempts_max` lost races the
// answer is `contended`, and nothing was written.
// Threads: any, as many as the repository serves.
// Complexity: one load and at most one store per attempt; payments alone never need a third
// attempt. Errors: see the results; std::bad_alloc, with no effect.
#pragma once

#include <oncelab/core/layers/domain/order_repository.hpp>
#include <string_view>

namespace oncelab::domain {

inline constexpr int attempts_max = 16;

[[nodiscard]] MarkPaidResult mark_paid(OrderRepository& orders, std::string_view order_id,
                                       const Payment& payment,
                                       const Profile& profile = strict_profile);

}  // namespace oncelab::domain
