// What happened to the world of a run, counted, and the ways of having less of it. Internal to
// shrink.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <oncelab/core/lab/runtime/step.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>

namespace oncelab::shrink {

struct Happened {
  std::uint32_t crashes = 0;
  std::uint32_t clock_steps = 0;
  std::uint32_t faults = 0;
  [[nodiscard]] std::uint32_t all() const { return crashes + clock_steps + faults; }
  friend bool operator==(const Happened&, const Happened&) = default;
};

[[nodiscard]] Happened happened_in(const runtime::RunTrace& trace);
/// At most as many of each kind; fewest in all first, so these come last.
[[nodiscard]] std::vector<Happened> at_most(const Happened& used);
[[nodiscard]] schedule::Bound within(schedule::Bound bound, const Happened& most);

}  // namespace oncelab::shrink
