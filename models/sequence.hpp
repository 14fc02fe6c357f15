// queue, stack and priority-queue: values that are put in, and taken out in an order.
//
//   enq VALUE (enqueue, push, insert)   -> anything
//   deq (dequeue, pop, remove)          -> the value; nil: there was none
//
// queue: first in, first out. stack: last in, first out. priority-queue: the smallest integer first
// (option first: largest). A value may be put in more than once. There is one object per key.
//
// A take-out with unknown outcome takes what is first, or nothing if there is nothing.
// State: the content, interned. Each change costs a copy of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/check/monitor.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/models/interned.hpp>
#include <oncelab/models/monitors/lifetimes.hpp>
#include <oncelab/models/monitors/priority_queue_monitor.hpp>
#include <oncelab/models/monitors/queue_monitor.hpp>
#include <oncelab/models/monitors/stack_monitor.hpp>

namespace oncelab::models {

class Sequence {
 public:
  using State = std::uint32_t;
  enum class Order : std::uint8_t { fifo, lifo, smallest, largest };
  enum class Kind : std::uint8_t { put, take, take_nothing, take_anything };
  struct Op {
    Kind kind = Kind::put;
    history::Value value;
  };

  explicit Sequence(Order order) : order_(order) {}

  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] std::string_view vocabulary() const;
  void bind(const history::History& history);
  [[nodiscard]] history::Value partition(const history::Operation& operation) const {
    return operation.key;
  }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const;

  [[nodiscard]] State initial(const history::Value&) const { return contents_.number_of({}); }
  [[nodiscard]] unsigned points(const Op&) const { return 1; }
  [[nodiscard]] unsigned choices(const Op&, unsigned) const { return 1; }
  bool apply(State& state, const Op& op, unsigned, unsigned) const;
  [[nodiscard]] bool changes_state(const Op& op) const { return op.kind != Kind::take_nothing; }
  [[nodiscard]] bool interchangeable(const Op& x, const Op& y) const {
    return x.kind == y.kind && x.value == y.value;
  }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const {
    return history::hash(op.value) * 5 + static_cast<std::uint64_t>(op.kind);
  }
  [[nodiscard]] std::uint64_t hash(State state) const {
    return history::hash(history::Value::integer(state));
  }

  [[nodiscard]] check::Monitored monitor(const State& initial,
                                         std::span<const check::Interval<Op>> intervals) const;
  [[nodiscard]] std::uint64_t memory_bytes() const {
    return contents_.bytes() + lifetimes_.bytes() + queue_.bytes() + stack_.bytes() +
           priority_queue_.bytes();
  }
  [[nodiscard]] std::string state_text(const history::History& history, State state) const;
  [[nodiscard]] std::string objection(const history::History& history, State state, const Op& op,
                                      unsigned point) const;

 private:
  using Content = std::span<const history::Value>;  // what is taken out next is the last
  struct ContentHash {
    std::uint64_t operator()(const Content& content) const {
      std::uint64_t h = content.size();
      for (const history::Value& v : content) {
        h = h * 0x9E3779B97F4A7C15ULL + history::hash(v);
      }
      return h;
    }
  };

  [[nodiscard]] LifetimeRules& rules() const;
  [[nodiscard]] bool is_by_value() const {
    return order_ == Order::smallest || order_ == Order::largest;
  }

  Order order_;
  std::vector<history::Symbol> puts_, takes_;
  mutable Interned<history::Value, ContentHash> contents_;
  mutable std::vector<history::Value> scratch_;
  mutable Lifetimes lifetimes_;
  mutable QueueMonitor queue_;
  mutable StackMonitor stack_;
  mutable PriorityQueueMonitor priority_queue_;
};

}  // namespace oncelab::models
