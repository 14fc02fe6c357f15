// Wakeup trees: what is still to be run from a state, as sequences of events that share prefixes.
//
// A Continuation is such a sequence. weakly_initial(e, v): could e come first, in some sequence
// equivalent to v or to an extension of v? insert keeps the tree free of sequences that another
// branch covers. Costs: insert O(length^2 x branches) event comparisons.
// Source: Abdulla, Aronis, Jonsson, Sagonas: "Source sets: a foundation for optimal dynamic partial
// order reduction" (JACM 2017), section 5.
#pragma once

#include <cstdint>
#include <vector>

#include <oncelab/core/lab/schedule/dependency.hpp>

namespace oncelab::schedule {

class SleepSet;

/// An event of a sequence to run. The last one was moved to where it has not run yet: its outcome
/// is not known, so its event says all that it may do.
struct Planned {
  Event event;
  bool outcome_known = true;
  friend bool operator==(const Planned&, const Planned&) = default;
};
using Continuation = std::vector<Planned>;

/// `event` is what its thread does next, before all of `v`.
[[nodiscard]] bool weakly_initial(const Event& event, const Continuation& v);

/// A leaf leaves open what follows it, and so covers every longer sequence that it begins, as long
/// as it is not redundant itself. That it is can turn out later, when the outcome of a step that
/// was planned before it is known: then what it covered counts. `then` of a leaf is kept for that.
struct WakeupBranch {
  Planned first;
  std::vector<WakeupBranch> then;
  bool leaf = false;
};
using WakeupTree = std::vector<WakeupBranch>;  // in the order in which they will be run

void insert(WakeupTree& tree, Continuation v);

/// Removes what sleepers make redundant, as far as nothing else relies on it. Their events, which
/// have run, say more than the planned ones do.
void prune(WakeupTree& tree, const SleepSet& asleep);

}  // namespace oncelab::schedule
