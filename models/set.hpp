// set: members are added, removed and looked for, each on its own.
//
//   add KEY       -> true: it was not in it; false: it was; nil or the member: either
//   remove KEY    -> true: it was in it; false: it was not
//   contains KEY  -> true or false
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

namespace oncelab::models {

class Set {
 public:
  static constexpr bool is_streamable = true;
  using State = bool;  // is in it
  enum class Kind : std::uint8_t { add, remove, contains };
  enum class Answer : std::uint8_t { yes, no, unknown };
  struct Op {
    Kind kind = Kind::contains;
    Answer answer = Answer::unknown;
    history::Value member;
  };

  [[nodiscard]] std::string_view name() const { return "set"; }
  [[nodiscard]] std::string_view vocabulary() const {
    return "add MEMBER; remove MEMBER; contains MEMBER (the member is the key, or the value)";
  }
  void bind(const history::History& history);
  [[nodiscard]] history::Value partition(const history::Operation& operation) const {
    return operation.key.is_nil() ? operation.input : operation.key;
  }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const;

  [[nodiscard]] State initial(const history::Value&) const { return false; }
  [[nodiscard]] unsigned points(const Op&) const { return 1; }
  [[nodiscard]] unsigned choices(const Op&, unsigned) const { return 1; }
  bool apply(State& state, const Op& op, unsigned, unsigned) const {
    // add answers whether it was absent, the others whether it was present.
    const bool answer = (op.kind == Kind::add) != state;
    if (op.answer != Answer::unknown && (op.answer == Answer::yes) != answer) {
      return false;
    }
    state = op.kind == Kind::contains ? state : op.kind == Kind::add;
    return true;
  }
  [[nodiscard]] bool changes_state(const Op& op) const {
    return op.kind != Kind::contains && op.answer != Answer::no;
  }
  [[nodiscard]] bool interchangeable(const Op& x, const Op& y) const {
    return x.kind == y.kind && x.answer == y.answer;
  }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const {
    return static_cast<std::uint64_t>(op.kind) * 3 + static_cast<std::uint64_t>(op.answer);
  }
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
  history::Symbol add_{}, remove_{}, contains_{}, true_{}, false_{};
  mutable SetMonitor monitor_;
};

}  // namespace oncelab::models
