// order: orders and the payments that pay them, as the domain layer answers.
//
//   reserve ORDER, TOTAL or nil    ok: the order did not exist; it does now, INVENTORY_RESERVED
//   mark_paid ORDER, [REF,AMOUNT]  at one instant:
//     order_not_found   the order did not exist
//     invalid_payment   strict: REF is empty, or AMOUNT less than one
//     amount_mismatch   strict: the order waits, and its total is another; or it is paid with REF,
//                       and another amount
//     conflict          strict: it is paid with another reference, or waits and another order has
//                       REF
//     invalid_state     seed: what strict calls a conflict
//     already_applied   it is paid with REF
//     applied           none of these; it is paid with REF now
//     contended         nothing happened: always allowed
//   read ORDER                     INVENTORY_RESERVED; [PAID,REF,AMOUNT]; nil: does not exist
// Where several fit, the one listed first is the answer. Profile seed knows no totals, compares no
// amounts, and takes any payment for valid.
//
// One payment reference pays one order, so all orders are one partition; the state has room for
// orders_max of them, and a history that names more is not in the model. An order never leaves PAID
// and never becomes anything else here.
//
// Every answer has one point. Constant time, but for compile(), which looks for the first operation
// on the same order, and what is written for people.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/models/bind.hpp>

namespace oncelab::models {

struct OrderOptions {
  bool strict = true;  // else: seed
};

class Order {
 public:
  static constexpr std::size_t orders_max = 8;

  enum class Phase : std::uint8_t { absent, reserved, paid };
  struct Record {
    Phase phase = Phase::absent;
    bool has_amount = false;
    history::Symbol reference{};  // of the payment
    std::int64_t amount = 0;      // of a reserved order: its total, if it has one
    friend bool operator==(const Record&, const Record&) = default;
  };
  /// Orders are numbered as they first appear in the history.
  using State = std::array<Record, orders_max>;

  enum class Answer : std::uint8_t {
    applied,
    already_applied,
    conflict,
    amount_mismatch,
    invalid_state,
    invalid_payment,
    order_not_found,
    contended,
  };
  enum class Kind : std::uint8_t { reserve, mark_paid, read, read_anything };
  struct Op {
    Kind kind = Kind::read_anything;
    Answer answer = Answer::applied;  // of mark_paid
    std::uint8_t order = 0;
    Record record;  // reserve: what the order becomes; mark_paid: likewise; read: what it was
    history::Value key;
  };

  explicit Order(OrderOptions options) : options_(options) {}

  [[nodiscard]] std::string_view name() const { return "order"; }
  [[nodiscard]] std::string_view vocabulary() const {
    return "reserve TOTAL or nil key ORDER -> ok; mark_paid [REF,AMOUNT] key ORDER -> applied | "
           "already_applied | conflict | amount_mismatch | invalid_state | invalid_payment | "
           "order_not_found | contended; read key ORDER -> INVENTORY_RESERVED | "
           "[PAID,REF,AMOUNT] | nil; at most 8 different orders in a history";
  }
  void bind(const history::History& history);
  [[nodiscard]] history::Value partition(const history::Operation&) const { return {}; }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const;

  [[nodiscard]] State initial(const history::Value&) const { return {}; }
  [[nodiscard]] unsigned points(const Op&) const { return 1; }
  [[nodiscard]] unsigned choices(const Op&, unsigned) const { return 1; }
  bool apply(State& state, const Op& op, unsigned, unsigned) const {
    switch (op.kind) {
      case Kind::reserve:
        if (state[op.order].phase != Phase::absent) {
          return false;
        }
        state[op.order] = op.record;
        return true;
      case Kind::mark_paid:
        return mark_paid(state, op);
      case Kind::read:
        return agrees(state[op.order], op.record);
      case Kind::read_anything:
        break;
    }
    return true;
  }
  [[nodiscard]] bool changes_state(const Op& op) const {
    return op.kind == Kind::reserve || (op.kind == Kind::mark_paid && op.answer == Answer::applied);
  }
  [[nodiscard]] bool interchangeable(const Op& x, const Op& y) const {
    return x.kind == y.kind && x.answer == y.answer && x.order == y.order && x.record == y.record;
  }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const {
    return (hash(op.record) * 8 + op.order) * 32 + static_cast<std::uint64_t>(op.kind) * 8 +
           static_cast<std::uint64_t>(op.answer);
  }
  [[nodiscard]] std::uint64_t hash(const State& state) const {
    std::uint64_t sum = 0;
    for (const Record& record : state) {
      sum = (sum ^ hash(record)) * 0x9E3779B97F4A7C15ULL;
    }
    return sum ^ (sum >> 32);
  }

  [[nodiscard]] std::string state_text(const history::History& history, const State& state) const;
  [[nodiscard]] std::string objection(const history::History& history, const State& state,
                                      const Op& op, unsigned point) const;

 private:
  /// What the domain layer answers in this state.
  [[nodiscard]] Answer answer_to(const State& state, const Op& payment) const;
  bool mark_paid(State& state, const Op& op) const {
    if (op.answer == Answer::contended) {
      return true;
    }
    if (answer_to(state, op) != op.answer) {
      return false;
    }
    if (op.answer == Answer::applied) {
      state[op.order] = op.record;
    }
    return true;
  }
  /// A read does not tell the total of a reserved order.
  static bool agrees(const Record& record, const Record& read) {
    return record.phase == read.phase && (read.phase != Phase::paid || record == read);
  }
  static std::uint64_t hash(const Record& record) {
    const auto flags = static_cast<std::uint64_t>(record.phase) * 2 + (record.has_amount ? 1 : 0);
    std::uint64_t sum = (static_cast<std::uint64_t>(record.amount) << 3U) ^ flags;
    sum = (sum ^ (sum >> 31)) * 0xBF58476D1CE4E5B9ULL + raw(record.reference);
    return sum ^ (sum >> 29);
  }

  bool compile_mark_paid(const history::History& history, const history::Operation& operation,
                         bool known, Op& op) const;
  bool compile_read(const history::History& history, const history::Operation& operation,
                    bool known, Op& op) const;
  [[nodiscard]] static std::string record_text(const history::History& history,
                                               const Record& record);

  OrderOptions options_;
  history::Symbol empty_{};  // as a reference
  history::Symbol reserve_{}, mark_paid_{}, read_{}, ok_{}, reserved_{}, paid_{};
  std::array<history::Symbol, 8> answers_{};  // by Answer
};

}  // namespace oncelab::models
