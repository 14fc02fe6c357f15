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
template <Model M>
void put_in_words(const M& model, const history::History& history, const history::Value& key,
                  const Search<M>& search, const Split<M>& split, Explanation& explanation) {
  typename M::State state = model.initial(key);
  explanation.initial_state = model.state_text(history, state);
  std::vector<std::uint8_t> placed(history.operations().size(), 0);
  for (const Placement& placement : search.longest()) {
    const bool allowed = model.apply(state, split.compiled(placement.operation).op, placement.point,
                                     placement.choice);
    ONCELAB_ASSERT(allowed);
    placed[placement.operation] = static_cast<std::uint8_t>(placement.point + 1);
    explanation.linearization.push_back({history::OperationIndex{placement.operation},
                                         placement.point, placement.points,
                                         model.state_text(history, state)});
  }

  // What had to come next: answered, not all placed, called before the first of them returned.
  std::vector<std::uint32_t> open;
  std::uint32_t deadline = never;
  for (const Moment& moment : split.moments(split.parts()[0])) {
    const auto& compiled = split.compiled(moment.operation);
    if (!moment.is_return && compiled.known &&
        placed[moment.operation] < model.points(compiled.op)) {
      open.push_back(moment.operation);
      deadline = std::min(deadline, raw(history.operations()[moment.operation].return_event));
    }
  }
  std::erase_if(
      open, [&](std::uint32_t i) { return raw(history.operations()[i].call_event) > deadline; });
  std::ranges::sort(open, [&](std::uint32_t a, std::uint32_t b) {
    const auto rank = [&](std::uint32_t i) {
      return std::pair(i != raw(explanation.culprit), raw(history.operations()[i].return_event));
    };
    return rank(a) < rank(b);
  });
  for (const std::uint32_t i : open) {
    const auto& op = split.compiled(i).op;
    typename M::State after = state;
    if (!model.apply(after, op, placed[i], 0)) {
      explanation.objections.push_back(
          {history::OperationIndex{i}, model.objection(history, state, op, placed[i])});
    }
  }
}

}  // namespace oncelab::check
