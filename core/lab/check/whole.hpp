// Whole<M>: the model M with all its keys as one object.
//
// Linearizability is local, so checking key by key (M itself) gives the same verdict and is never
// slower. What this is for: holding the claim of locality against a search that does not use it,
// and comparing with checkers that cannot partition. It can take exponentially longer.
//
// State: the number of a tuple of M's states, one per key; a change costs a copy of the tuple.
// Threads: as Model.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <oncelab/core/lab/check/index_table.hpp>
#include <oncelab/core/lab/check/look_ahead.hpp>
#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/check/value_numbers.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::check {

template <Model M>
class Whole {
 public:
  using State = std::uint32_t;
  struct Op {
    typename M::Op op;
    std::uint32_t key = 0;  // in keys_
  };

  explicit Whole(M model) : model_(std::move(model)) {}

  [[nodiscard]] std::string_view name() const { return model_.name(); }
  [[nodiscard]] std::string_view vocabulary() const { return model_.vocabulary(); }
  void bind(const history::History& history) {
    model_.bind(history);
    keys_.clear();
    forget_tuples();
  }
  [[nodiscard]] history::Value partition(const history::Operation&) const { return {}; }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const {
    const history::Value key = model_.partition(history.operation(index));
    op.key = key_number(key);
    return model_.compile(history, index, known, op.op);
  }

  [[nodiscard]] State initial(const history::Value&) const {
    scratch_.clear();
    for (const history::Value& key : keys_.values()) {
      scratch_.push_back({model_.initial(key)});
    }
    return number_of_scratch();
  }
  [[nodiscard]] unsigned points(const Op& op) const { return model_.points(op.op); }
  [[nodiscard]] unsigned choices(const Op& op, unsigned point) const {
    return model_.choices(op.op, point);
  }
  bool apply(State& state, const Op& op, unsigned point, unsigned choice) const {
    typename M::State part = at(state, op.key);
    if (!model_.apply(part, op.op, point, choice)) {
      return false;
    }
    if (!(part == at(state, op.key))) {
      const auto old = tuple(state);
      scratch_.assign(old.begin(), old.end());
      scratch_[op.key].state = part;
      state = number_of_scratch();
    }
    return true;
  }
  [[nodiscard]] bool changes_state(const Op& op) const { return model_.changes_state(op.op); }
  [[nodiscard]] bool interchangeable(const Op& a, const Op& b) const {
    return a.key == b.key && model_.interchangeable(a.op, b.op);
  }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const {
    return model_.kind_hash(op.op) + op.key * std::uint64_t{0x9E3779B97F4A7C15};
  }
  [[nodiscard]] std::uint64_t hash(State state) const {
    return history::hash(history::Value::integer(state));
  }

  void look_ahead(std::span<const Interval<Op>> intervals, Sources& sources) const
    requires HasLookAhead<M>
  {
    std::vector<Interval<typename M::Op>> of_key;
    for (std::uint32_t key = 0; key < keys_.size(); ++key) {
      of_key.clear();
      for (const Interval<Op>& i : intervals) {
        if (i.op.key == key) {
          of_key.push_back({i.op.op, i.operation, i.call, i.ret, i.known});
        }
      }
      model_.look_ahead(std::span(std::as_const(of_key)), sources);
    }
  }
  [[nodiscard]] bool may_become(State state, const Op& demand) const
    requires HasLookAhead<M>
  {
    return model_.may_become(at(state, demand.key), demand.op);
  }

  [[nodiscard]] std::uint64_t memory_bytes() const {
    return bytes_of(model_) + keys_.bytes() + states_.capacity() * sizeof(Cell) + table_.bytes();
  }
  [[nodiscard]] std::string state_text(const history::History& history, State state) const {
    std::string text;
    for (std::uint32_t key = 0; key < keys_.size() && key < keys_shown_max; ++key) {
      text.append(key == 0 ? "" : "; ").append(history::to_text(history, keys_[key])).append(": ");
      text += model_.state_text(history, at(state, key));
    }
    return keys_.size() > keys_shown_max ? text + "; ..." : text;
  }
  [[nodiscard]] std::string objection(const history::History& history, State state, const Op& op,
                                      unsigned point) const {
    return model_.objection(history, at(state, op.key), op.op, point);
  }

 private:
  static constexpr std::uint32_t keys_shown_max = 8;

  struct Cell {  // not State itself: a vector of bool is no array
    typename M::State state;
    friend bool operator==(const Cell&, const Cell&) = default;
  };

  [[nodiscard]] std::span<const Cell> tuple(State state) const {
    return std::span(states_).subspan(std::size_t{state} * keys_.size(), keys_.size());
  }
  [[nodiscard]] const typename M::State& at(State state, std::uint32_t key) const {
    return states_[std::size_t{state} * keys_.size() + key].state;
  }
  void forget_tuples() const {
    states_.clear();
    tuples_ = 0;
    table_.reset(0);
  }
  std::uint32_t key_number(const history::Value& key) const {
    const std::uint32_t fresh = keys_.size();
    const std::uint32_t number = keys_.number_of(key);
    if (number == fresh) {
      forget_tuples();  // they get longer: those there are no longer mean anything
    }
    return number;
  }
  [[nodiscard]] std::uint64_t hash_of(std::span<const Cell> states) const {
    std::uint64_t h = states.size();
    for (const Cell& cell : states) {
      h = (h ^ model_.hash(cell.state)) * 0x9E3779B97F4A7C15ULL;
      h ^= h >> 29U;
    }
    return h;
  }
  State number_of_scratch() const {
    table_.make_room(tuples_, [&](std::uint32_t i) { return hash_of(tuple(i)); });
    const std::span<const Cell> wanted(scratch_);
    const State number = table_.find_or_insert(hash_of(wanted), tuples_, [&](std::uint32_t other) {
      return std::ranges::equal(tuple(other), wanted);
    });
    if (number == tuples_) {
      states_.insert(states_.end(), wanted.begin(), wanted.end());
      ++tuples_;
    }
    return number;
  }

  M model_;
  mutable ValueNumbers keys_;
  mutable std::vector<Cell> states_;  // tuples, one after another
  mutable std::uint32_t tuples_ = 0;
  mutable std::vector<Cell> scratch_;
  mutable IndexTable table_;
};

}  // namespace oncelab::check
