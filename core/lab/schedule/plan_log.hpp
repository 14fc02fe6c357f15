// PlanLog: what a copy of the process planned for nodes that are not its own, in order.
//
// Each plan once: inserting one again does nothing, whatever was inserted in between. Those that
// changed nothing in the copy are kept: elsewhere they may. Memory: all of them. Threads: one.
// Internal to the partial-order reduction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <oncelab/core/lab/schedule/wakeup_tree.hpp>

namespace oncelab::schedule {

class Archive;

struct DeepPlan {
  std::size_t depth = 0;  // of the node
  Continuation sequence;
  friend bool operator==(const DeepPlan&, const DeepPlan&) = default;
};

class PlanLog {
 public:
  /// For the nodes no deeper than that one.
  explicit PlanLog(std::size_t depth) : depth_(depth) {}
  [[nodiscard]] std::size_t depth() const { return depth_; }
  void add(std::size_t depth, const Continuation& sequence);
  /// Of all plans together.
  [[nodiscard]] std::size_t events() const { return events_; }
  [[nodiscard]] std::vector<DeepPlan>& plans() { return plans_; }

 private:
  std::size_t depth_;
  std::size_t events_ = 0;
  std::vector<DeepPlan> plans_;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;
};

}  // namespace oncelab::schedule
