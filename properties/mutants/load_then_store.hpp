// WRONG ON PURPOSE: an order repository that stores whatever was decided on a copy.
//
// Fault: store does not compare versions. Load and store are two holds of the mutex, and an order
// that changed in between is overwritten: two payments that overlap are both `applied`, and the
// order forgets the first.
// Right otherwise: ids, natural keys and references are unique, versions count up, calls that do
// not overlap are answered as by MemoryOrderRepository, and no access is unprotected.
// Shows itself with two clients, one payment each with references of their own, one preemption
// between load and store.
// Threads: any.
#pragma once

#include <mutex>
#include <oncelab/core/layers/domain/order_repository.hpp>
#include <oncelab/core/stores/memory/order_table.hpp>
#include <string_view>

namespace oncelab::mutants {

class LoadThenStoreOrderRepository final : public domain::OrderRepository {
 public:
  [[nodiscard]] domain::LoadResult load(std::string_view order_id) override;
  [[nodiscard]] domain::LoadResult find_by_natural_key(std::string_view natural_key) override;
  [[nodiscard]] domain::InsertResult insert(const domain::Order& order) override;
  [[nodiscard]] domain::StoreResult store(const domain::Order& order) override;

 private:
  std::mutex mutex_;
  stores::OrderTable orders_;
};

}  // namespace oncelab::mutants
