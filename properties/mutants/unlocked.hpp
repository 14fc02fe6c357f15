// WRONG ON PURPOSE: an order repository that forgot its lock.
//
// Fault: concurrent calls read and write the same maps without synchronisation. That is a data
// race, and so undefined: anything may come of it, and a detector of races must say so even where
// nothing did.
// Right otherwise: for one thread at a time it is MemoryOrderRepository, the check of versions
// included.
// Shows itself with two clients, one payment each, under any schedule.
// Threads: one at a time; it does not see to that itself.
#pragma once

#include <oncelab/core/layers/domain/order_repository.hpp>
#include <oncelab/core/stores/memory/order_table.hpp>
#include <string_view>

namespace oncelab::mutants {

class UnlockedOrderRepository final : public domain::OrderRepository {
 public:
  [[nodiscard]] domain::LoadResult load(std::string_view order_id) override;
  [[nodiscard]] domain::LoadResult find_by_natural_key(std::string_view natural_key) override;
  [[nodiscard]] domain::InsertResult insert(const domain::Order& order) override;
  [[nodiscard]] domain::StoreResult store(const domain::Order& order) override;

 private:
  stores::OrderTable orders_;  // the fault: no mutex beside it
};

}  // namespace oncelab::mutants
