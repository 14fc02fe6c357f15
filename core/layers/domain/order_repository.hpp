// Where orders live: what the domain layer asks of a store.
//
// A repository holds orders by id. It keeps two things unique across all of them, which no single
// order can see: the natural key of an order, and the reference of a payment.
//
// Promises:
//   - insert and store are atomic decisions: nothing of an order is visible, or reserved, that was
//     refused;
//   - insert stores an order whose id, natural key and references no other order has, as version 1;
//     the version in its argument is ignored;
//   - store is a compare-and-set: it replaces the order if, and only if, the stored version is
//     `order.version`, and then raises the stored version by one. Of several stores of one version,
//     one succeeds;
//   - store refuses a payment whose reference is on another order: `reference_taken`. Where both
//     reasons hold, the answer is `version_changed`;
//   - what a load returns includes every insert and store that returned before it was called;
//   - keys and references are compared byte for byte; the empty text is a text like any other.
// Does not promise: that a copy is current once it was returned. Orders are never removed, and a
// natural key never changes.
// Threads: every operation may be called concurrently.
// Errors: a repository that cannot reach its state answers `unavailable`; after an insert or store
// it is unknown whether the change was made. Does not throw, but for std::bad_alloc, with no
// effect.
#pragma once

#include <oncelab/core/layers/domain/order.hpp>
#include <string_view>

namespace oncelab::domain {

enum class LoadStatus : unsigned char { found, not_found, unavailable };

struct LoadResult {
  LoadStatus status = LoadStatus::not_found;
  Order order;  // meaningful only when found
};

enum class InsertResult : unsigned char {
  inserted,
  natural_key_taken,  // decided before the other two
  id_taken,
  reference_taken,
  unavailable,
};

enum class StoreResult : unsigned char {
  stored,
  not_found,
  version_changed,
  reference_taken,
  unavailable,
};

class OrderRepository {
 public:
  OrderRepository() = default;
  OrderRepository(const OrderRepository&) = delete;
  OrderRepository& operator=(const OrderRepository&) = delete;
  virtual ~OrderRepository() = default;

  [[nodiscard]] virtual LoadResult load(std::string_view order_id) = 0;
  [[nodiscard]] virtual LoadResult find_by_natural_key(std::string_view natural_key) = 0;
  [[nodiscard]] virtual InsertResult insert(const Order& order) = 0;
  [[nodiscard]] virtual StoreResult store(const Order& order) = 0;
};

}  // namespace oncelab::domain
