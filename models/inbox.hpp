// inbox and inbox-claiming: what an inbox may answer to `handle`, per message id (the key).
//
// inbox, the waiting variants: a delivery of an id that is being handled waits for the outcome, so
// each answer has one instant at which it was true.
//   delivered   the id was not handled; it is now
//   duplicate   the id was handled
//   failed      the id was not handled, and still is not
//   in_flight   never
//
// inbox-claiming: a delivery of an id that is being handled is told so.
//   delivered   two points: claim (not handled, not claimed), completion (handled, claim over)
//   failed      two points: claim, release (claim over, not handled)
//   duplicate   one point: the id was handled
//   in_flight   one point: another operation held the claim
//   unknown     nothing; a claim; a claim and a completion; or a claim and a release
// A claim whose operation never came to an end stays: without leases nobody takes it over.
//
// Everything is constant time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/models/bind.hpp>

namespace oncelab::models {

class Inbox {
 public:
  struct State {
    std::uint32_t holder = nobody;  // the operation that holds the claim
    bool handled = false;
    friend bool operator==(const State&, const State&) = default;
  };

  enum class Answer : std::uint8_t { delivered, duplicate, failed, in_flight, unknown };
  struct Op {
    Answer answer = Answer::unknown;
    std::uint32_t owner = nobody;
    history::Value message;
  };

  explicit Inbox(bool claiming) : claiming_(claiming) {}

  [[nodiscard]] std::string_view name() const { return claiming_ ? "inbox-claiming" : "inbox"; }
  [[nodiscard]] std::string_view vocabulary() const {
    return "handle key MESSAGE -> delivered | duplicate | failed | in_flight";
  }
  void bind(const history::History& history);
  [[nodiscard]] history::Value partition(const history::Operation& operation) const {
    return operation.key;
  }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const;

  [[nodiscard]] State initial(const history::Value&) const { return {}; }
  [[nodiscard]] unsigned points(const Op& op) const {
    const bool one = op.answer == Answer::duplicate || op.answer == Answer::in_flight;
    return claiming_ && !one ? 2 : 1;
  }
  [[nodiscard]] unsigned choices(const Op& op, unsigned point) const {
    return claiming_ && op.answer == Answer::unknown && point == 1 ? 2 : 1;
  }
  bool apply(State& state, const Op& op, unsigned point, unsigned choice) const {
    return claiming_ ? apply_claiming(state, op, point, choice) : apply_waiting(state, op);
  }
  [[nodiscard]] bool changes_state(const Op& op) const {
    return op.answer == Answer::delivered || op.answer == Answer::unknown ||
           (claiming_ && op.answer == Answer::failed);
  }
  [[nodiscard]] bool interchangeable(const Op& x, const Op& y) const {
    return x.answer == y.answer;
  }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const {
    return static_cast<std::uint64_t>(op.answer);
  }
  [[nodiscard]] std::uint64_t hash(const State& state) const {
    return ((std::uint64_t{state.holder} << 1) | (state.handled ? 1U : 0U)) * 0x9E3779B97F4A7C15ULL;
  }

  [[nodiscard]] std::string state_text(const history::History& history, const State& state) const;
  [[nodiscard]] std::string objection(const history::History& history, const State& state,
                                      const Op& op, unsigned point) const;

 private:
  static constexpr std::uint32_t nobody = 0xFFFF'FFFFU;

  static bool apply_waiting(State& state, const Op& op) {
    switch (op.answer) {
      case Answer::delivered:
      case Answer::unknown:
        if (state.handled) {
          return false;
        }
        state.handled = true;
        return true;
      case Answer::duplicate:
        return state.handled;
      case Answer::failed:
        return !state.handled;
      case Answer::in_flight:
        break;
    }
    return false;
  }

  static bool apply_claiming(State& state, const Op& op, unsigned point, unsigned choice) {
    if (op.answer == Answer::duplicate) {
      return state.handled;
    }
    if (op.answer == Answer::in_flight) {
      return state.holder != nobody;
    }
    if (point == 0) {
      if (state.handled || state.holder != nobody) {
        return false;
      }
      state.holder = op.owner;
      return true;
    }
    if (state.holder != op.owner) {
      return false;
    }
    state.holder = nobody;
    state.handled = op.answer == Answer::delivered || (op.answer == Answer::unknown && choice == 0);
    return true;
  }

  bool claiming_;
  history::Symbol handle_{}, delivered_{}, duplicate_{}, failed_{}, in_flight_{};
};

}  // namespace oncelab::models
