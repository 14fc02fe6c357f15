// Core: the few answers of a failing prefix that cannot all be true.
//
// Relaxing an operation (forgetting its answer, and whether it happened) never makes a legal
// history illegal, so what is illegal with all but a few operations relaxed is illegal because of
// those few. Found by relaxing ever smaller runs of operations for as long as the rest stays
// illegal, then one at a time: by monotony one pass over single operations leaves a set from which
// none can go.
//
// A check that uses up its steps leaves its operations in the core, which then is not known to be
// minimal. Complexity: about (size of the core) * log(operations) checks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace oncelab::check {

enum class Relaxed : std::uint8_t { illegal, legal, unknown };

struct Core {
  std::vector<std::uint32_t> facts;  // operations
  bool is_minimal = false;
};

/// still(relaxed) tells what the history is with these operations relaxed. `facts` are all that
/// have an answer, in the order of their calls; with none of them relaxed it is illegal.
template <class Still>
[[nodiscard]] Core find_core(std::vector<std::uint32_t> facts, std::size_t operations,
                             Still&& still) {
  std::vector<bool> relaxed(operations, false);
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

}  // namespace oncelab::check
