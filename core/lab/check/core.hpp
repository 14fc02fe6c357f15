// Core: the few answers of a failing prefix that cannot all be true.
//
// Relaxing an operation (forgetting its answer, and whether it happened) never makes a legal
// history illegal, so what is illegal with all but a few operations relaxed is illegal because of
// those few. Found by relaxing ever smaller runs of operations for as long as the rest stays
// illegal, then one at a time: by monotony one pass over single operations leaves a set from which
// none can go. Which one is left depends on the order in which they are relaxed: several orders are
// tried, the smallest core wins.
//
// A check that uses up its steps leaves its operations in the core, which then is not known to be
// minimal; so do all that would have followed once there are to be no more (stopped). Complexity:
// about (size of the core) * log(operations) checks for each order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>

namespace oncelab::check {

enum class Relaxed : std::uint8_t { illegal, legal, unknown, stopped };

struct Core {
  std::vector<std::uint32_t> facts;  // operations
  bool is_minimal = false;
};

/// still(relaxed) tells what the history is with these operations relaxed. It is illegal with all
/// relaxed but `facts`; those that come first in it are relaxed first.
template <class Still>
[[nodiscard]] Core find_core_in_order(std::vector<std::uint32_t> facts, std::size_t operations,
                                      Still&& still) {
  std::vector<bool> relaxed(operations, true);
  for (const std::uint32_t fact : facts) {
    relaxed[fact] = false;
  }
  bool undecided = false;
  for (std::size_t run = std::max<std::size_t>(facts.size() / 2, 1); !facts.empty();
       run = std::max<std::size_t>(run / 2, 1)) {
    std::vector<std::uint32_t> kept;
    undecided = false;
    for (std::size_t begin = 0; begin < facts.size(); begin += run) {
      const std::size_t end = std::min(begin + run, facts.size());
      const auto set = [&](bool value) {
        for (std::size_t i = begin; i < end; ++i) {
          relaxed[facts[i]] = value;
        }
      };
      set(true);
      const Relaxed now = still(relaxed);
      if (now == Relaxed::stopped) {
        kept.insert(kept.end(), facts.begin() + static_cast<std::ptrdiff_t>(begin), facts.end());
        return {std::move(kept), false};
      }
      if (now == Relaxed::illegal) {
        continue;
      }
      undecided |= now == Relaxed::unknown;
      set(false);
      kept.insert(kept.end(), facts.begin() + static_cast<std::ptrdiff_t>(begin),
                  facts.begin() + static_cast<std::ptrdiff_t>(end));
    }
    facts = std::move(kept);
    if (run == 1) {
      break;
    }
  }
  return {std::move(facts), !undecided};
}

/// The smallest of those found in several orders. `facts` are all that have an answer, in the order
/// of their calls; go_on() is asked before each order but the first.
template <class Still, class GoOn>
[[nodiscard]] Core find_core(const std::vector<std::uint32_t>& facts, std::size_t operations,
                             Still&& still, GoOn&& go_on) {
  constexpr unsigned orders_max = 8;
  constexpr std::size_t small_enough = 2;  // one or two answers speak for themselves
  Core best = find_core_in_order(facts, operations, still);
  Prng random(Seed{orders_max});
  for (unsigned i = 1; i < orders_max && best.facts.size() > small_enough && go_on(); ++i) {
    std::vector<std::uint32_t> order = facts;
    for (std::size_t left = order.size(); left > 1; --left) {
      std::swap(order[left - 1], order[random.below(left)]);
    }
    Core core = find_core_in_order(std::move(order), operations, still);
    if (core.facts.size() < best.facts.size()) {
      best = std::move(core);
    }
  }
  std::ranges::sort(best.facts);
  return best;
}

}  // namespace oncelab::check
