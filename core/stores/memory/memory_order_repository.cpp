#include <oncelab/core/stores/memory/memory_order_repository.hpp>

namespace oncelab::stores {

using domain::InsertResult;
using domain::LoadResult;
using domain::Order;
using domain::StoreResult;

LoadResult MemoryOrderRepository::load(std::string_view order_id) {
  const std::lock_guard hold(mutex_);
  return orders_.load(order_id);
}

LoadResult MemoryOrderRepository::find_by_natural_key(std::string_view natural_key) {
  const std::lock_guard hold(mutex_);
  return orders_.find_by_natural_key(natural_key);
}

InsertResult MemoryOrderRepository::insert(const Order& order) {
  const std::lock_guard hold(mutex_);
  return orders_.insert(order);
}

StoreResult MemoryOrderRepository::store(const Order& order) {
  const std::lock_guard hold(mutex_);
  return orders_.compare_and_set(order);
}

}  // namespace oncelab::stores
