// Orders in hash maps under one mutex.
//
// Promises: the contract of OrderRepository. Every operation is one hold of the mutex.
// Does not promise: survival of the process. Orders are never removed.
// Threads: any.
// Complexity: constant on average; a load copies the order under the mutex.
// Errors: std::bad_alloc, with no effect; never `unavailable`.
#pragma once

#include <mutex>
#include <oncelab/core/layers/domain/order_repository.hpp>
#include <oncelab/core/stores/memory/order_table.hpp>
#include <string_view>

namespace oncelab::stores {

class MemoryOrderRepository final : public domain::OrderRepository {
 public:
  [[nodiscard]] domain::LoadResult load(std::string_view order_id) override;
  [[nodiscard]] domain::LoadResult find_by_natural_key(std::string_view natural_key) override;
  [[nodiscard]] domain::InsertResult insert(const domain::Order& order) override;
  [[nodiscard]] domain::StoreResult store(const domain::Order& order) override;

 private:
  std::mutex mutex_;
  OrderTable orders_;
};

}  // namespace oncelab::stores
