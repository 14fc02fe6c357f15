// Verifier: checks what the checker hands out, an order or a core, by going through it.
//
// It shares no code with the search (neither split nor lists nor visited set nor rules of
// exchange): only the model, which says what an operation does to a state. An order is confirmed if
// the model allows each point in turn, every operation that answered is wholly in it, and its
// points can be put into the operations' intervals one after another. A core is confirmed if no
// sequence of points ends with all facts placed, whatever the other operations of the key did: all
// sequences, breadth first, but for those that used more of the others for the same.
//
// Complexity: an order is linear; a core is exponential in the facts and in the others that can
// change the state, and given up after `configurations_max`, or less if each is large, or once
// `go_on` says so, which is asked every few configurations.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/check/model.hpp>

namespace oncelab::check {

inline constexpr std::size_t configurations_max = 200'000;
inline constexpr std::size_t configurations_between_asking = 64;
inline constexpr std::size_t configuration_bytes_max = std::size_t{64} << 20U;  // of all
inline constexpr std::size_t bytes_compared_max = 1'000'000'000;

template <Model M>
[[nodiscard]] bool confirms_order(const M& model, const history::History& history,
                                  std::span<const LinearPoint> order) {
  std::vector<unsigned> placed(history.operations().size(), 0);
  std::map<history::Value, typename M::State> states;
  std::uint32_t now = 0;  // the event after which the next point is
  for (const LinearPoint& point : order) {
    if (raw(point.operation) >= placed.size()) {
      return false;
    }
    const history::Operation& operation = history.operation(point.operation);
    const bool answered = operation.outcome == history::Outcome::ok;
    typename M::Op op;
    now = std::max(now, raw(operation.call_event));
    const auto key = model.partition(operation);
    const auto state = states.try_emplace(key, model.initial(key)).first;
    if (operation.outcome == history::Outcome::fail || point.after_event < now ||
        (answered && point.after_event >= raw(operation.return_event)) ||
        point.point != placed[raw(point.operation)]++ ||
        !model.compile(history, point.operation, answered, op) || point.point >= model.points(op) ||
        point.choice >= model.choices(op, point.point) ||
        !model.apply(state->second, op, point.point, point.choice)) {
      return false;
    }
    now = point.after_event;
  }
  for (std::uint32_t i = 0; i < placed.size(); ++i) {
    typename M::Op op;
    const history::Operation& operation = history.operations()[i];
    if (operation.outcome == history::Outcome::ok &&
        (!model.compile(history, history::OperationIndex{i}, true, op) ||
         placed[i] != model.points(op))) {
      return false;
    }
  }
  return true;
}

/// `facts` are operations of the key that answered before event `cut`.
template <Model M, class GoOn>
[[nodiscard]] Confirmation confirms_core_of(const M& model, const history::History& history,
                                            const history::Value& key, std::uint32_t cut,
                                            std::span<const history::OperationIndex> facts,
                                            GoOn&& go_on) {
  struct Item {
    typename M::Op op;
    std::uint32_t call = 0;
    std::uint32_t ret = 0;  // of a fact
    bool fact = false;
  };
  std::vector<Item> items;
  for (std::uint32_t i = 0; i < history.operations().size(); ++i) {
    const history::Operation& operation = history.operations()[i];
    const bool fact = std::ranges::find(facts, history::OperationIndex{i}) != facts.end();
    const bool failed = operation.outcome == history::Outcome::fail;
    Item item{{}, raw(operation.call_event), raw(operation.return_event), fact};
    if (item.call >= cut || !(model.partition(operation) == key) || (fact && failed)) {
      continue;  // a fact of this kind says that it did not happen
    }
    if (!model.compile(history, history::OperationIndex{i}, fact, item.op)) {
      return Confirmation::refuted;
    }
    if (fact || model.changes_state(item.op)) {
      items.push_back(item);
    }
  }
  struct Configuration {
    std::vector<std::uint8_t> placed;  // points, by item
    typename M::State state;
  };
  // The same facts placed, and of the others none used that the second has left.
  std::size_t compared = 0;
  const auto is_at_least_as_good = [&](const auto& a, const auto& b) {
    compared += items.size();
    for (std::size_t k = 0; k < items.size(); ++k) {
      if (a[k] != b[k] && (items[k].fact || b[k] != model.points(items[k].op))) {
        return false;
      }
    }
    return true;
  };
  std::vector<Configuration> all{{std::vector<std::uint8_t>(items.size(), 0), model.initial(key)}};
  std::multimap<std::uint64_t, std::size_t> seen;
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (at % configurations_between_asking == 0 && !go_on()) {
      return Confirmation::given_up;
    }
    std::uint32_t deadline = cut;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (items[i].fact && all[at].placed[i] < model.points(items[i].op)) {
        deadline = std::min(deadline, items[i].ret);
      }
    }
    if (deadline == cut) {
      return Confirmation::refuted;  // every fact is placed
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      const unsigned point = all[at].placed[i];
      if (items[i].call >= deadline || point >= model.points(items[i].op)) {
        continue;
      }
      for (unsigned choice = 0; choice < model.choices(items[i].op, point); ++choice) {
        Configuration next = all[at];
        const bool last_point = point + 1 == model.points(items[i].op);
        if (!model.apply(next.state, items[i].op, point, choice) ||
            (!items[i].fact && last_point && next.state == all[at].state)) {
          continue;  // refused, or of no use
        }
        ++next.placed[i];
        std::uint64_t hash = model.hash(next.state);
        for (std::size_t k = 0; k < items.size(); ++k) {
          hash = hash * 31 + (items[k].fact ? next.placed[k] : 0U);
        }
        const auto [from, to] = seen.equal_range(hash);
        if (std::any_of(from, to, [&](const auto& other) {
              return all[other.second].state == next.state &&
                     is_at_least_as_good(all[other.second].placed, next.placed);
            })) {
          continue;
        }
        if (all.size() == configurations_max || compared > bytes_compared_max ||
            all.size() * items.size() > configuration_bytes_max) {
          return Confirmation::given_up;
        }
        seen.emplace(hash, all.size());
        all.push_back(std::move(next));
      }
    }
  }
  return Confirmation::confirmed;
}

}  // namespace oncelab::check
