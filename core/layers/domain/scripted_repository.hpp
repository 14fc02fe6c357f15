// For tests: a repository that answers as it is told to and writes down what it is asked.
#pragma once

#include <functional>
#include <oncelab/core/layers/domain/order_repository.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace oncelab::domain {

class ScriptedRepository final : public OrderRepository {
 public:
  LoadResult load(std::string_view order_id) override {
    log.push_back("load " + std::string(order_id));
    return loaded;
  }
  LoadResult find_by_natural_key(std::string_view natural_key) override {
    log.push_back("find " + std::string(natural_key));
    return loaded;
  }
  InsertResult insert(const Order& order) override {
    log.push_back("insert " + order.id);
    return inserted;
  }
  StoreResult store(const Order& order) override {
    log.push_back("store " + order.id);
    stored_order = order;
    return before_store ? before_store() : StoreResult::stored;
  }

  LoadResult loaded;
  InsertResult inserted = InsertResult::inserted;
  std::function<StoreResult()> before_store;
  Order stored_order;
  std::vector<std::string> log;
};

}  // namespace oncelab::domain
