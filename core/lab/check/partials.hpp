// Partials: for each answered operation, the longest partial order found that places it.
//
// An order that is the longest for no operation any more is dropped at once, so there are at most
// as many as operations. Complexity: constant per set(), linear in its length per add().
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::check {

/// One point of one operation, as placed by a search.
struct Placement {
  std::uint32_t operation = 0;
  std::uint8_t point = 0;
  std::uint8_t points = 1;
  std::uint8_t choice = 0;
  bool known = true;
};

class Partials {
 public:
  static constexpr std::uint32_t none = 0xFFFF'FFFFU;

  /// Of so many nodes; 0: nothing is kept.
  void begin(std::size_t nodes) {
    best_.assign(nodes, {});
    orders_.clear();
    free_.clear();
  }
  [[nodiscard]] bool is_on() const { return !best_.empty(); }

  [[nodiscard]] bool is_longer(std::uint32_t node, std::uint64_t length) const {
    return length > best_[node].length;
  }
  /// set() it for at least one node.
  std::uint32_t add(std::vector<Placement> order) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(orders_.size()));
      orders_.emplace_back();
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    orders_[index] = {std::move(order), 0};
    return index;
  }
  void set(std::uint32_t node, std::uint64_t length, std::uint32_t order) {
    Best& best = best_[node];
    if (best.order != none && --orders_[best.order].users == 0) {
      orders_[best.order].placements.clear();
      free_.push_back(best.order);
    }
    best = {length, order};
    ++orders_[order].users;
  }

  /// The order through a node; nothing if no order places it.
  [[nodiscard]] std::uint32_t through(std::uint32_t node) const {
    return is_on() ? best_[node].order : none;
  }
  [[nodiscard]] const std::vector<Placement>& order(std::uint32_t index) const {
    ONCELAB_ASSERT(orders_[index].users > 0);
    return orders_[index].placements;
  }
  [[nodiscard]] std::size_t orders_max() const { return orders_.size(); }

 private:
  struct Best {
    std::uint64_t length = 0;
    std::uint32_t order = none;
  };
  struct Order {
    std::vector<Placement> placements;
    std::uint32_t users = 0;
  };

  std::vector<Best> best_;  // by node
  std::vector<Order> orders_;
  std::vector<std::uint32_t> free_;  // orders nobody uses
};

}  // namespace oncelab::check
