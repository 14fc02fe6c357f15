// multi-register: several cells, read and written together.
//
//   txn [[read, CELL, nil], [write, CELL, VALUE], ...]   -> the same with what was read
//
// Also r and w. An answer has the parts that were asked for, in their order; without an answer the
// reads say nothing. The parts take effect at one instant, one after the other. A
// read of nil says nothing. Every cell holds the option's `init` at first. State: the cells that
// were written, interned; a write costs a copy of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/models/interned.hpp>

namespace oncelab::models {

class MultiRegister {
 public:
  using State = std::uint32_t;
  struct Op {
    std::uint32_t parts = 0;  // interned
    bool writes = false;
  };

  explicit MultiRegister(std::int64_t init) : init_(init) {}

  [[nodiscard]] std::string_view name() const { return "multi-register"; }
  [[nodiscard]] std::string_view vocabulary() const {
    return "txn [[read, CELL, VALUE], [write, CELL, VALUE], ...]";
  }
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
  [[nodiscard]] bool changes_state(const Op& op) const { return op.writes; }
  [[nodiscard]] bool interchangeable(const Op& x, const Op& y) const { return x.parts == y.parts; }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const { return hash(op.parts); }
  [[nodiscard]] std::uint64_t hash(State state) const {
    return history::hash(history::Value::integer(state));
  }

  [[nodiscard]] std::uint64_t memory_bytes() const { return contents_.bytes(); }
  [[nodiscard]] std::string state_text(const history::History& history, State state) const;
  [[nodiscard]] std::string objection(const history::History& history, State state, const Op& op,
                                      unsigned point) const;

 private:
  struct Part {
    bool writes = false;
    history::Value cell;
    history::Value value;
    friend auto operator<=>(const Part&, const Part&) = default;
  };
  using Parts = std::span<const Part>;
  struct PartsHash {
    std::uint64_t operator()(const Parts& parts) const {
      std::uint64_t h = parts.size();
      for (const Part& p : parts) {
        h = (h * 3 + history::hash(p.cell)) * 0x9E3779B97F4A7C15ULL + history::hash(p.value) +
            (p.writes ? 1 : 0);
      }
      return h;
    }
  };

  bool read_part(const history::History& history, const history::Value& value, Part& part) const;
  [[nodiscard]] history::Value value_in(Parts cells, const history::Value& cell) const;

  std::int64_t init_;
  history::Symbol txn_{}, read_{}, r_{}, write_{}, w_{};
  mutable Interned<Part, PartsHash> contents_;  // of operations; and of states, by cell
};

}  // namespace oncelab::models
