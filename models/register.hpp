// register and cas-register: one cell per key, read, written, and compared-and-set.
//
//   read          -> the value        (nil: see below)
//   write VALUE
//   cas [FROM,TO] -> true, nothing, or [FROM,TO] again: it was FROM and is TO; false: it was not
//   FROM
//
// What a read of nil means differs from one recorder to the next, so it is an option: `unknown`
// (the recorder lost the value: constrains nothing) or `absent` (the cell holds nil).
// A failed cas that answered is an observation; a cas that is certain not to have happened is to be
// recorded with outcome fail.
//
// Everything is constant time; the state is the value itself.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <oncelab/core/lab/check/look_ahead.hpp>
#include <oncelab/core/lab/check/monitor.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/models/monitors/register_monitor.hpp>

namespace oncelab::models {

struct RegisterOptions {
  bool cas = false;            // cas-register
  bool nil_is_absent = false;  // else: unknown
  std::string init = "0";      // nil, an integer, or a text
};

class Register {
 public:
  static constexpr bool is_streamable = true;
  using State = history::Value;

  enum class Kind : std::uint8_t { read, read_anything, write, cas, cas_refused };
  struct Op {
    Kind kind = Kind::read;
    history::Value a;  // read: what; write: what; cas: from
    history::Value b;  // cas: to
  };

  explicit Register(RegisterOptions options);

  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] std::string_view vocabulary() const;
  void bind(const history::History& history);
  [[nodiscard]] history::Value partition(const history::Operation& operation) const {
    return operation.key;
  }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const;

  [[nodiscard]] State initial(const history::Value&) const { return init_; }
  [[nodiscard]] unsigned points(const Op&) const { return 1; }
  [[nodiscard]] unsigned choices(const Op&, unsigned) const { return 1; }
  bool apply(State& state, const Op& op, unsigned, unsigned) const {
    switch (op.kind) {
      case Kind::read:
        return state == op.a;
      case Kind::read_anything:
        return true;
      case Kind::write:
        state = op.a;
        return true;
      case Kind::cas:
        if (!(state == op.a)) {
          return false;
        }
        state = op.b;
        return true;
      case Kind::cas_refused:
        break;
    }
    return !(state == op.a);
  }
  [[nodiscard]] bool changes_state(const Op& op) const {
    return op.kind == Kind::write || op.kind == Kind::cas;
  }
  [[nodiscard]] bool interchangeable(const Op& x, const Op& y) const {
    return x.kind == y.kind && x.a == y.a && x.b == y.b;
  }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const {
    return (hash(op.a) * 3 + hash(op.b)) * 5 + static_cast<std::uint64_t>(op.kind);
  }
  [[nodiscard]] std::uint64_t hash(const State& state) const { return history::hash(state); }

  [[nodiscard]] check::Monitored monitor(const State& initial,
                                         std::span<const check::Interval<Op>> intervals) const;
  [[nodiscard]] std::uint64_t memory_bytes() const { return monitor_.bytes(); }
  /// A read, or a cas that replaced something, demands a value; what leaves that value there is its
  /// source.
  void look_ahead(std::span<const check::Interval<Op>> intervals, check::Sources& sources) const;
  [[nodiscard]] bool may_become(const State& state, const Op& demand) const {
    return state == demand.a;
  }
  [[nodiscard]] std::string state_text(const history::History& history, const State& state) const;
  [[nodiscard]] std::string objection(const history::History& history, const State& state,
                                      const Op& op, unsigned point) const;

 private:
  [[nodiscard]] std::string value_text(const history::History& history, const State& state) const;

  RegisterOptions options_;
  history::Value init_;
  bool init_is_foreign_ = false;  // a text that the history does not contain
  history::Symbol read_{}, write_{}, cas_{}, true_{}, false_{};
  mutable RegisterMonitor monitor_;
};

}  // namespace oncelab::models
