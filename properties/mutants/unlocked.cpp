#include <oncelab/properties/mutants/unlocked.hpp>

namespace oncelab::mutants {

domain::LoadResult UnlockedOrderRepository::load(std::string_view order_id) {
  return orders_.load(order_id);
}

domain::LoadResult UnlockedOrderRepository::find_by_natural_key(std::string_view natural_key) {
  return orders_.find_by_natural_key(natural_key);
}

domain::InsertResult UnlockedOrderRepository::insert(const domain::Order& order) {
  return orders_.insert(order);
}

domain::StoreResult UnlockedOrderRepository::store(const domain::Order& order) {
  return orders_.compare_and_set(order);
}

}  // namespace oncelab::mutants
