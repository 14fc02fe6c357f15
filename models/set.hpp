// set: members are added, removed and looked for, each on its own.
//
// add KEY, remove KEY, contains KEY: set_words.hpp.
//
// The member is the key, or the input; not both. Members are independent of each other, so each
// is a partition. Everything is constant time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <oncelab/core/lab/check/monitor.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/models/monitors/set_monitor.hpp>
#include <oncelab/models/set_words.hpp>

namespace oncelab::models {

class Set {
 public:
  static constexpr bool is_streamable = true;
  using State = bool;  // is in it
  struct Op {
    SetAction action;
    history::Value member;
  };

  [[nodiscard]] std::string_view name() const { return "set"; }
  [[nodiscard]] std::string_view vocabulary() const {
    return "add MEMBER; remove MEMBER; contains MEMBER (the member is the key, or the value)";
  }
  void bind(const history::History& history) { words_.bind(history); }
  [[nodiscard]] history::Value partition(const history::Operation& operation) const {
    return operation.key.is_nil() ? operation.input : operation.key;
  }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const;

  [[nodiscard]] State initial(const history::Value&) const { return false; }
  [[nodiscard]] unsigned points(const Op&) const { return 1; }
  [[nodiscard]] unsigned choices(const Op&, unsigned) const { return 1; }
  bool apply(State& state, const Op& op, unsigned, unsigned) const {
    if (!op.action.is_allowed(state)) {
      return false;
    }
    state = op.action.leaves(state);
    return true;
  }
  [[nodiscard]] bool changes_state(const Op& op) const { return op.action.changes_state(); }
  [[nodiscard]] bool interchangeable(const Op& x, const Op& y) const {
    return x.action == y.action;
  }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const { return op.action.number(); }
  [[nodiscard]] std::uint64_t hash(State state) const {
    return history::hash(history::Value::integer(state ? 1 : 0));
  }

  [[nodiscard]] check::Monitored monitor(const State& initial,
                                         std::span<const check::Interval<Op>> intervals) const;
  [[nodiscard]] std::uint64_t memory_bytes() const { return monitor_.bytes(); }
  [[nodiscard]] std::string state_text(const history::History& history, State state) const;
  [[nodiscard]] std::string objection(const history::History& history, State state, const Op& op,
                                      unsigned point) const;

 private:
  SetWords words_;
  mutable SetMonitor monitor_;
};

}  // namespace oncelab::models
