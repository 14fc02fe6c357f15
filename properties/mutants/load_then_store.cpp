#include <oncelab/properties/mutants/load_then_store.hpp>

namespace oncelab::mutants {

using domain::InsertResult;
using domain::LoadResult;
using domain::Order;
using domain::StoreResult;

LoadResult LoadThenStoreOrderRepository::load(std::string_view order_id) {
  const std::lock_guard hold(mutex_);
  return orders_.load(order_id);
}

LoadResult LoadThenStoreOrderRepository::find_by_natural_key(std::string_view natural_key) {
  const std::lock_guard hold(mutex_);
  return orders_.find_by_natural_key(natural_key);
}

InsertResult LoadThenStoreOrderRepository::insert(const Order& order) {
  const std::lock_guard hold(mutex_);
  return orders_.insert(order);
}

StoreResult LoadThenStoreOrderRepository::store(const Order& order) {
  const std::lock_guard hold(mutex_);
  if (!orders_.contains(order.id)) {
    return StoreResult::not_found;
  }
  // The fault: whether the order is still the one that was loaded is not asked.
  if (orders_.references_taken(order)) {
    return StoreResult::reference_taken;
  }
  orders_.replace(order);
  return StoreResult::stored;
}

}  // namespace oncelab::mutants
