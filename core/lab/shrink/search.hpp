// Searching one program for its simplest failing schedule. Internal to shrink.
//
// Simplest: fewest preemptions, then fewest deviations, then earliest ones. The number of
// preemptions grows only when everything with fewer was run, so what is found first has the fewest,
// and that is a proof. Where plain search within a bound becomes long, one schedule of every class
// of equivalent ones is run instead (bounded_dpor.hpp), and the search ends with the first that
// fails; fewest deviations and earliest ones are then not proven, only tried for. Failures of
// another property do not count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <oncelab/core/lab/shrink/program_runs.hpp>

namespace oncelab::shrink {

struct SearchLimits {
  std::string property;
  std::uint32_t preemptions_max = 0;
  std::uint64_t schedules_max = 0;
  /// A failing run of this very program, if one is known, with at most preemptions_max: nothing
  /// with more preemptions is run.
  const schedule::Found* known = nullptr;
};

struct SearchResult {
  std::optional<schedule::Found> found;
  std::uint32_t exhausted_below = 0;  // every schedule with fewer preemptions was run
  bool by_classes = false;            // or one that is equivalent to it
  bool all = false;  // every schedule within the limit on preemptions was run (none found)
};

[[nodiscard]] SearchResult search(const cases::Subject& subject, const SearchLimits& limits,
                                  Purse& purse);

}  // namespace oncelab::shrink
