// Searching one program for its simplest failing schedule. Internal to shrink.
//
// Simplest: fewest preemptions, then fewest deviations, then earliest ones. The number of
// preemptions grows only when everything with fewer was run, so what is found first has the fewest,
// and that is a proof. Failures of another property do not count.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <oncelab/core/lab/case/make_case.hpp>

namespace oncelab::shrink {

/// What may still be spent; shared by all searches of one shrinking.
struct Purse {
  std::uint64_t schedules_left = 0;
  std::uint64_t spent = 0;
  std::function<bool(std::uint64_t)> go_on;
  bool stopped = false;

  [[nodiscard]] bool empty() const { return schedules_left == 0 || stopped; }
  /// Whether to go on, between schedules too: making programs takes its time.
  void ask();
  void pay();
};

struct SearchLimits {
  std::string property;
  std::uint32_t preemptions_max = 0;
  std::uint64_t schedules_max = 0;
};

struct SearchResult {
  std::optional<schedule::Found> found;
  std::uint32_t exhausted_below = 0;  // every schedule with fewer preemptions was run
  bool simplest = false;              // no schedule is simpler than the one found
  bool all = false;  // every schedule within the limit on preemptions was run (none found)
};

[[nodiscard]] SearchResult search(const cases::Subject& subject, const SearchLimits& limits,
                                  Purse& purse);

/// Is schedule a simpler than b?
[[nodiscard]] bool simpler(const schedule::Schedule& a, const schedule::Schedule& b);

}  // namespace oncelab::shrink
