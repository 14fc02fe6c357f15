// Orders by id, with their unique natural keys and payment references; without a lock.
//
// Promises: insert and compare_and_set are the decisions of OrderRepository, for one thread at a
// time, and are composed of the small operations beside them. add and replace write without asking:
// they are for callers that have decided. Each operation does all or nothing, also if it throws.
// Threads: none of its own; whoever shares a table brings the lock (MemoryOrderRepository does).
// Complexity: constant on average, plus the payments of the order. Nothing is ever removed.
// Errors: std::bad_alloc, with no effect.
#pragma once

#include <functional>
#include <oncelab/core/layers/domain/order_repository.hpp>
#include <oncelab/core/stores/memory/string_hash.hpp>
#include <string>
#include <string_view>
#include <unordered_map>

namespace oncelab::stores {

class OrderTable {
 public:
  [[nodiscard]] domain::LoadResult load(std::string_view order_id) const;
  [[nodiscard]] domain::LoadResult find_by_natural_key(std::string_view natural_key) const;
  [[nodiscard]] domain::InsertResult insert(const domain::Order& order);
  [[nodiscard]] domain::StoreResult compare_and_set(const domain::Order& order);

  [[nodiscard]] bool contains(std::string_view order_id) const;
  /// Whether the stored version is `order.version`. The order must be contained.
  [[nodiscard]] bool is_current(const domain::Order& order) const;
  /// Whether another order has a payment of one of these references.
  [[nodiscard]] bool references_taken(const domain::Order& order) const;
  /// The id and the natural key must be free.
  void add(const domain::Order& order);
  /// The order must be contained; its natural key stays.
  void replace(const domain::Order& order);

 private:
  template <class Value>
  using ByText = std::unordered_map<std::string, Value, StringHash, std::equal_to<>>;
  using OrderIds = ByText<std::string>;

  [[nodiscard]] static OrderIds references_of(const domain::Order& order);

  ByText<domain::Order> orders_;
  OrderIds ids_by_natural_key_;
  OrderIds ids_by_reference_;
};

}  // namespace oncelab::stores
