// Putting a failed search into words: the linearization it got furthest with, and for each
// operation that had to come next, why the model refuses it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/check/search.hpp>
#include <oncelab/core/lab/check/split.hpp>

namespace oncelab::check {

/// "operation 3 (client 1: frob 4) is not one of register's: it knows read; write VALUE".
[[nodiscard]] Error misfit_error(const history::History& history, history::OperationIndex operation,
                                 std::string_view model, std::string_view vocabulary);

/// Replays search.longest() and fills linearization, states and objections. `split` holds the
/// failing prefix of the one partition.
///
/// A search that looks ahead gives an order up where the model still allows more: then the order is
/// gone on with until the model refuses something, as it must at last.
template <Model M>
class InWords {
 public:
  InWords(const M& model, const history::History& history, const Split<M>& split,
          Explanation& explanation)
      : model_(model),
        history_(history),
        split_(split),
        explanation_(explanation),
        state_(model.initial(split.parts()[0].key)),
        placed_(history.operations().size(), 0) {}

  void put(const Search<M>& search) {
    explanation_.initial_state = model_.state_text(history_, state_);
    for (const Placement& placement : search.longest()) {
      const bool allowed = place(placement.operation, placement.choice);
      ONCELAB_ASSERT(allowed);
    }
    for (;;) {
      const std::vector<std::uint32_t> open = open_operations();
      for (const std::uint32_t i : open) {
        const auto& op = split_.compiled(i).op;
        typename M::State after = state_;
        if (!model_.apply(after, op, placed_[i], 0)) {
          explanation_.objections.push_back(
              {history::OperationIndex{i}, model_.objection(history_, state_, op, placed_[i])});
        }
      }
      if (!explanation_.objections.empty() || open.empty()) {
        return;
      }
      const bool allowed = place(open.back(), 0);  // the culprit comes first: it is put off
      ONCELAB_ASSERT(allowed);
    }
  }

 private:
  bool place(std::uint32_t operation, unsigned choice) {
    const auto& op = split_.compiled(operation).op;
    const std::uint8_t point = placed_[operation];
    if (!model_.apply(state_, op, point, choice)) {
      return false;
    }
    ++placed_[operation];
    explanation_.linearization.push_back({history::OperationIndex{operation}, point,
                                          static_cast<std::uint8_t>(model_.points(op)),
                                          model_.state_text(history_, state_)});
    return true;
  }

  /// What had to come next: answered, not all placed, called before the first of them returned.
  [[nodiscard]] std::vector<std::uint32_t> open_operations() const {
    std::vector<std::uint32_t> open;
    std::uint32_t deadline = never;
    for (const Moment& moment : split_.moments(split_.parts()[0])) {
      const auto& compiled = split_.compiled(moment.operation);
      if (!moment.is_return && compiled.known &&
          placed_[moment.operation] < model_.points(compiled.op)) {
        open.push_back(moment.operation);
        deadline = std::min(deadline, raw(history_.operations()[moment.operation].return_event));
      }
    }
    std::erase_if(
        open, [&](std::uint32_t i) { return raw(history_.operations()[i].call_event) > deadline; });
    std::ranges::sort(open, [&](std::uint32_t a, std::uint32_t b) {
      const auto rank = [&](std::uint32_t i) {
        return std::pair(i != raw(explanation_.culprit),
                         raw(history_.operations()[i].return_event));
      };
      return rank(a) < rank(b);
    });
    return open;
  }

  const M& model_;
  const history::History& history_;
  const Split<M>& split_;
  Explanation& explanation_;
  typename M::State state_;
  std::vector<std::uint8_t> placed_;  // points, by operation
};

}  // namespace oncelab::check
