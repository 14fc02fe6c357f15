// Split: the operations of a history sorted into partitions, compiled, their events in order.
//
// Linearizability is local (Herlihy and Wing 1990): a history is legal exactly if each partition
// is. Partitions are numbered by first appearance. Failed operations are left out: they did not
// happen. A split can be made of a part of the history: see Scope.
//
// Linear time; buffers are kept from one use to the next.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/check/index_table.hpp>
#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::check {

/// A call or a return that the search has to know about.
struct Moment {
  std::uint32_t operation = 0;
  bool is_return = false;
};

/// What of a history is looked at.
struct Scope {
  /// Events from here on are not known yet: what returns later has an unknown outcome.
  std::uint32_t cut = raw(history::no_event);
  const history::Value* only = nullptr;  // this partition
  /// By operation: taken for an unknown outcome, whatever was answered.
  const std::vector<bool>* relaxed = nullptr;
};

template <Model M>
class Split {
 public:
  struct Part {
    history::Value key;
    std::uint32_t operations = 0;
    std::uint32_t begin = 0;  // in moments_
    std::uint32_t end = 0;
  };

  struct Compiled {
    typename M::Op op;
    std::uint32_t part = no_part;
    bool known = false;
  };

  static constexpr std::uint32_t no_part = 0xFFFF'FFFFU;

  /// False: an operation is not one of the model's; see misfit().
  bool make(const M& model, const history::History& history, const Scope& scope) {
    const std::uint32_t cut = scope.cut;
    parts_.clear();
    seen_.reset(0);
    misfit_.reset();
    const auto operations = history.operations();
    compiled_.resize(operations.size());
    at_event_.assign(std::min<std::size_t>(cut, history.events().size()), nothing);
    for (std::uint32_t i = 0; i < operations.size(); ++i) {
      const history::Operation& operation = operations[i];
      Compiled& compiled = compiled_[i];
      compiled.part = no_part;
      if (raw(operation.call_event) >= cut) {
        compiled_.resize(i);
        break;
      }
      const bool known =
          raw(operation.return_event) < cut && !(scope.relaxed != nullptr && (*scope.relaxed)[i]);
      const bool happened_not = known && operation.outcome == history::Outcome::fail;
      const history::Value key = model.partition(operation);
      if (happened_not || (scope.only != nullptr && !(key == *scope.only))) {
        continue;
      }
      compiled.known = known && operation.outcome == history::Outcome::ok;
      if (!model.compile(history, history::OperationIndex{i}, compiled.known, compiled.op)) {
        misfit_ = history::OperationIndex{i};
        return false;
      }
      compiled.part = part_of(key, operations.size());
      Part& part = parts_[compiled.part];
      ++part.operations;
      part.end += compiled.known ? 2 : 1;
      at_event_[raw(operation.call_event)] = {i, false};
      if (compiled.known) {
        at_event_[raw(operation.return_event)] = {i, true};
      }
    }
    place_moments();
    return true;
  }

  [[nodiscard]] std::span<const Part> parts() const { return parts_; }
  /// How many operations of the history were looked at: all numbers of operations are below.
  [[nodiscard]] std::size_t operations() const { return compiled_.size(); }
  [[nodiscard]] std::span<const Moment> moments(const Part& part) const {
    return std::span(moments_).subspan(part.begin, part.end - part.begin);
  }
  [[nodiscard]] const Compiled& compiled(std::uint32_t operation) const {
    return compiled_[operation];
  }
  [[nodiscard]] std::optional<history::OperationIndex> misfit() const { return misfit_; }

 private:
  std::uint32_t part_of(const history::Value& key, std::size_t operations_max) {
    if (!parts_.empty() && parts_[last_part_].key == key) {
      return last_part_;
    }
    if (parts_.size() == 1) {  // the second key: from here on, look keys up
      seen_.reset(operations_max);
      seen_.find_or_insert(local_hash(parts_[0].key), 0, [](std::uint32_t) { return false; });
    }
    auto part = static_cast<std::uint32_t>(parts_.size());
    if (!parts_.empty()) {
      part = seen_.find_or_insert(local_hash(key), part,
                                  [&](std::uint32_t other) { return parts_[other].key == key; });
    }
    if (part == parts_.size()) {
      parts_.push_back({key, 0, 0, 0});
    }
    last_part_ = part;
    return part;
  }

  /// Until here `end` of a part counts its moments.
  void place_moments() {
    std::uint32_t total = 0;
    for (Part& part : parts_) {
      part.begin = total;
      total += part.end;
      part.end = part.begin;
    }
    moments_.resize(total);
    for (const Moment& moment : at_event_) {
      if (moment.operation != nothing.operation) {
        Part& part = parts_.size() == 1 ? parts_[0] : parts_[compiled_[moment.operation].part];
        moments_[part.end++] = moment;
      }
    }
  }

  static constexpr Moment nothing{0xFFFF'FFFFU, false};

  std::vector<Part> parts_;
  std::vector<Compiled> compiled_;
  std::vector<Moment> at_event_;  // what the history's event is to the parts
  std::vector<Moment> moments_;
  IndexTable seen_;
  std::uint32_t last_part_ = 0;
  std::optional<history::OperationIndex> misfit_;
};

}  // namespace oncelab::check
