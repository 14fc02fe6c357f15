// For tests: does the partial-order reduction come to what depth-first search comes to?
//
// Both explore a small program, within a bound on preemptions if there is one. They agree if both
// reach the same final states and the same classes (classes.hpp), and the reduction without a
// bound runs each class once, and begins none in vain unless somebody may choose which of several
// waiters to wake, or something happens for no cause. A program that does not end on every
// schedule: they agree if both say so, and all classes of the reduction are classes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <oncelab/core/lab/schedule/classes.hpp>

namespace oncelab::schedule {

struct Agreement {
  bool compared = false;      // false: depth-first search has too much to run
  bool failed = false;        // some schedule does not end
  std::string difference;     // empty: none
  std::uint64_t all = 0;      // schedules, of depth-first search
  std::uint64_t reduced = 0;  // runs of the reduction, those in vain too
  std::uint64_t classes = 0;
  std::uint64_t blocked = 0;  // of the runs of the reduction: begun in vain
};

[[nodiscard]] Agreement agreement(const small::Program& program, const SmallOptions& options,
                                  std::optional<std::uint32_t> preemptions_max);

}  // namespace oncelab::schedule
