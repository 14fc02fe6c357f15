// Counts: what runs have come to, summed over processes and programs. Plain data.
#pragma once

#include <cstdint>

namespace oncelab::schedule {

class Archive;

struct Counts {
  std::uint64_t schedules = 0;  // until the verdict; re-runs not counted
  std::uint64_t runs = 0;       // executions, re-runs included
  std::uint64_t steps = 0;
  std::uint32_t steps_longest = 0;
  bool assumed_fairness = false;
  std::uint64_t timeouts_cut = 0;
  std::uint64_t spurious_cut = 0;

  void add(const Counts& more);
  void exchange(Archive& archive);
};

}  // namespace oncelab::schedule
