// Cell: the smallest model that tests of the checker need, and histories of it drawn by hand.
//
//   Drawing draw;
//   const auto write = draw.call(0, "write", 1);   // client 0
//   draw.ok(write);
//   draw.reads(1);                                 // a call and its answer in one
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/check/part_search.hpp>
#include <oncelab/core/lab/check/simple_model.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::check {

/// A number, written, added to and read.
struct Cell : SimpleModel<Cell> {
  using State = std::int64_t;
  enum class Kind : std::uint8_t { read, write, add };
  struct Op {
    Kind kind = Kind::read;
    bool known = false;  // what is read
    std::int64_t number = 0;
    friend bool operator==(const Op&, const Op&) = default;
  };

  [[nodiscard]] std::string_view name() const { return "cell"; }
  [[nodiscard]] std::string_view vocabulary() const { return "read; write; add"; }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const {
    const history::Operation& operation = history.operation(index);
    const std::string_view f = history.text(operation.f);
    op.kind = f == "read" ? Kind::read : f == "write" ? Kind::write : Kind::add;
    op.known = known || f != "read";  // the others do the same with their answer lost
    op.number = (f == "read" ? operation.output : operation.input).first;
    return true;
  }
  bool apply(State& state, const Op& op, unsigned, unsigned) const {
    if (op.kind == Kind::read) {
      return !op.known || state == op.number;
    }
    state = op.kind == Kind::write ? op.number : state + op.number;
    return true;
  }
  [[nodiscard]] bool changes_state(const Op& op) const { return op.kind != Kind::read; }
  [[nodiscard]] std::string state_text(const history::History&, State state) const {
    return "it is " + std::to_string(state);
  }
};

/// Compiled once for all tests.
[[nodiscard]] std::unique_ptr<Checker> cell_checker(const Tuning& tuning = {});

class Drawing {
 public:
  history::OperationIndex call(unsigned client, std::string_view f, std::int64_t number = 0,
                               std::int64_t key = 0) {
    return history_.call(ClientId{client}, history_.intern(f), history::Value::integer(key),
                         history::Value::integer(number), {});
  }
  void ok(history::OperationIndex operation, std::int64_t output = 0) {
    history_.returned(operation, history::Outcome::ok, history::Value::integer(output), {});
  }
  void lost(history::OperationIndex operation) {
    history_.returned(operation, history::Outcome::unknown, {}, {});
  }
  void failed(history::OperationIndex operation) {
    history_.returned(operation, history::Outcome::fail, {}, {});
  }
  history::OperationIndex reads(std::int64_t number, std::int64_t key = 0) {
    const history::OperationIndex read = call(9, "read", 0, key);
    ok(read, number);
    return read;
  }

  [[nodiscard]] const history::History& history() const { return history_; }
  void clear() { history_.clear(); }

 private:
  history::History history_;
};

}  // namespace oncelab::check
