#include <algorithm>
#include <cstdint>
#include <oncelab/core/stores/memory/order_table.hpp>
#include <utility>

namespace oncelab::stores {

using domain::InsertResult;
using domain::LoadResult;
using domain::LoadStatus;
using domain::Order;
using domain::Payment;
using domain::StoreResult;
using domain::Version;

namespace {

Version next(Version version) { return Version{static_cast<std::uint64_t>(version) + 1}; }

/// Makes room first, so that the elements can then be moved over without an allocation.
template <class Map>
void reserve_for(Map& map, const Map& more) {
  map.reserve(map.size() + more.size());
}

}  // namespace

LoadResult OrderTable::load(std::string_view order_id) const {
  const auto found = orders_.find(order_id);
  if (found == orders_.end()) {
    return {LoadStatus::not_found, {}};
  }
  return {LoadStatus::found, found->second};
}

LoadResult OrderTable::find_by_natural_key(std::string_view natural_key) const {
  const auto found = ids_by_natural_key_.find(natural_key);
  if (found == ids_by_natural_key_.end()) {
    return {LoadStatus::not_found, {}};
  }
  return load(found->second);
}

InsertResult OrderTable::insert(const Order& order) {
  if (ids_by_natural_key_.contains(order.natural_key)) {
    return InsertResult::natural_key_taken;
  }
  if (contains(order.id)) {
    return InsertResult::id_taken;
  }
  if (references_taken(order)) {
    return InsertResult::reference_taken;
  }
  add(order);
  return InsertResult::inserted;
}

StoreResult OrderTable::compare_and_set(const Order& order) {
  if (!contains(order.id)) {
    return StoreResult::not_found;
  }
  if (!is_current(order)) {
    return StoreResult::version_changed;
  }
  if (references_taken(order)) {
    return StoreResult::reference_taken;
  }
  replace(order);
  return StoreResult::stored;
}

bool OrderTable::contains(std::string_view order_id) const { return orders_.contains(order_id); }

bool OrderTable::is_current(const Order& order) const {
  return orders_.find(order.id)->second.version == order.version;
}

bool OrderTable::references_taken(const Order& order) const {
  return std::ranges::any_of(order.payments, [&](const Payment& payment) {
    const auto found = ids_by_reference_.find(payment.provider_ref);
    return found != ids_by_reference_.end() && found->second != order.id;
  });
}

void OrderTable::add(const Order& order) {
  ByText<Order> added = {{order.id, order}};
  added.begin()->second.version = Version{1};
  OrderIds key = {{order.natural_key, order.id}};
  OrderIds references = references_of(order);
  reserve_for(orders_, added);
  reserve_for(ids_by_natural_key_, key);
  reserve_for(ids_by_reference_, references);
  orders_.merge(added);
  ids_by_natural_key_.merge(key);
  ids_by_reference_.merge(references);
}

void OrderTable::replace(const Order& order) {
  Order& stored = orders_.find(order.id)->second;
  Order replacement = order;
  replacement.version = next(stored.version);
  OrderIds references = references_of(order);
  reserve_for(ids_by_reference_, references);
  ids_by_reference_.merge(references);
  stored = std::move(replacement);
}

OrderTable::OrderIds OrderTable::references_of(const Order& order) {
  OrderIds ids;
  for (const Payment& payment : order.payments) {
    ids.emplace(payment.provider_ref, order.id);
  }
  return ids;
}

}  // namespace oncelab::stores
