// Putting a failed search into words: the linearization it got furthest with, and for each
// operation that had to come next, why the model refuses it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/check/search.hpp>
#include <oncelab/core/lab/check/split.hpp>

namespace oncelab::check {

/// "operation #3 client 1: frob 4 -> nil (line 7, column 1) is not one of register's; it knows
/// ...". `number`: by which the operation is called, if it is no longer the one in the history.
[[nodiscard]] Error misfit_error(const history::History& history, history::OperationIndex operation,
                                 std::string_view model, std::string_view vocabulary,
                                 std::optional<std::uint64_t> number = std::nullopt);

/// Replays what a search kept and fills linearization, objections, partials and through. `split`
/// holds the failing prefix of the one partition. Linear in the length of the orders.
///
/// A search that looks ahead, or was cut off, gives an order up where the model still allows more:
/// then the order is gone on with until the model refuses something, as it must at last.
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
    put_partials(search.partials());
    for (const Placement& placement : search.longest()) {
      const bool allowed = place(placement.operation, placement.choice);
      ONCELAB_ASSERT(allowed);
    }
    for (;;) {
      const std::vector<std::uint32_t> open = open_operations();
      for (const std::uint32_t i : open) {
        const auto& op = split_.compiled(i).op;
        if (!is_allowed(state_, op, placed_[i])) {
          explanation_.objections.push_back(objection(i));
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
  using State = typename M::State;
  using Op = typename M::Op;

  [[nodiscard]] bool is_allowed(const State& state, const Op& op, unsigned point) const {
    State after = state;
    return model_.apply(after, op, point, 0);
  }

  bool place(std::uint32_t operation, unsigned choice) {
    const auto& op = split_.compiled(operation).op;
    const std::uint8_t point = placed_[operation];
    const State before = state_;
    if (!model_.apply(state_, op, point, choice)) {
      return false;
    }
    ++placed_[operation];
    before_.push_back(before);
    explanation_.linearization.push_back(in_words(operation, point, state_));
    return true;
  }

  [[nodiscard]] PlacedPoint in_words(std::uint32_t operation, std::uint8_t point,
                                     const State& after) const {
    return {history::OperationIndex{operation}, point,
            static_cast<std::uint8_t>(model_.points(split_.compiled(operation).op)),
            model_.state_text(history_, after)};
  }

  /// With the last point of the order that made the model refuse the operation.
  [[nodiscard]] Objection objection(std::uint32_t operation) const {
    const Op& op = split_.compiled(operation).op;
    const std::uint8_t point = placed_[operation];
    Objection said{history::OperationIndex{operation},
                   model_.objection(history_, state_, op, point), std::nullopt, false};
    for (std::size_t i = before_.size(); i-- > 0;) {
      if (is_allowed(before_[i], op, point)) {
        said.allowed_until = explanation_.linearization[i].operation;
        said.was_over = raw(history_.operation(*said.allowed_until).return_event) <
                        raw(history_.operations()[operation].call_event);
        break;
      }
    }
    return said;
  }

  /// What had to come next: answered, not all placed, called before the first of them returned.
  [[nodiscard]] std::vector<std::uint32_t> open_operations() {
    std::vector<std::uint32_t> open;
    std::uint32_t deadline = never;
    const auto moments = split_.moments(split_.parts()[0]);
    for (std::size_t at = first_open_; at < moments.size(); ++at) {
      const Moment& moment = moments[at];
      const auto& compiled = split_.compiled(moment.operation);
      const history::Operation& operation = history_.operations()[moment.operation];
      if (moment.is_return || !compiled.known ||
          placed_[moment.operation] == model_.points(compiled.op)) {
        first_open_ += at == first_open_ ? 1 : 0;
        continue;
      }
      if (raw(operation.call_event) > deadline) {
        break;
      }
      open.push_back(moment.operation);
      deadline = std::min(deadline, raw(operation.return_event));
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

  /// The partial orders in use, numbered by the first operation that each is the longest through.
  void put_partials(const Partials& partials) {
    std::vector<std::uint32_t> renumbered(partials.orders_max(), Partials::none);
    std::uint32_t node = no_node;
    for (const Moment& moment : split_.moments(split_.parts()[0])) {
      if (moment.is_return || !split_.compiled(moment.operation).known) {
        continue;
      }
      const std::uint32_t order = partials.through(++node);
      if (order == Partials::none) {
        continue;
      }
      if (renumbered[order] == Partials::none) {
        renumbered[order] = static_cast<std::uint32_t>(explanation_.partials.size());
        explanation_.partials.push_back(in_words(partials.order(order)));
      }
      explanation_.through.push_back(
          {history::OperationIndex{moment.operation}, renumbered[order]});
    }
  }

  [[nodiscard]] std::vector<PlacedPoint> in_words(const std::vector<Placement>& order) const {
    std::vector<PlacedPoint> words;
    State state = model_.initial(split_.parts()[0].key);
    for (const Placement& placement : order) {
      const bool allowed = model_.apply(state, split_.compiled(placement.operation).op,
                                        placement.point, placement.choice);
      ONCELAB_ASSERT(allowed);
      words.push_back(in_words(placement.operation, placement.point, state));
    }
    return words;
  }

  const M& model_;
  const history::History& history_;
  const Split<M>& split_;
  Explanation& explanation_;
  State state_;
  std::vector<State> before_;         // the points of explanation_.linearization
  std::vector<std::uint8_t> placed_;  // points, by operation
  std::size_t first_open_ = 0;        // no moment before it is of an operation to be placed
};

}  // namespace oncelab::check
