#include <oncelab/core/lab/shrink/happenings.hpp>

#include <algorithm>
#include <tuple>

namespace oncelab::shrink {

Happened happened_in(const runtime::RunTrace& trace) {
  Happened h;
  for (const runtime::Step& s : trace.steps) {
    h.crashes += s.kind == runtime::OpKind::crash ? 1U : 0U;
    h.clock_steps += s.kind == runtime::OpKind::clock_step ? 1U : 0U;
    h.faults += (s.flags & runtime::step_fault) != 0 ? 1U : 0U;
  }
  return h;
}

std::vector<Happened> at_most(const Happened& used) {
  std::vector<Happened> all;
  for (std::uint32_t crashes = 0; crashes <= used.crashes; ++crashes) {
    for (std::uint32_t clock_steps = 0; clock_steps <= used.clock_steps; ++clock_steps) {
      for (std::uint32_t faults = 0; faults <= used.faults; ++faults) {
        all.push_back({crashes, clock_steps, faults});
      }
    }
  }
  std::ranges::sort(all, {}, [](const Happened& h) {
    return std::tuple(h.all(), h.crashes, h.clock_steps, h.faults);
  });
  return all;
}

schedule::Bound within(schedule::Bound bound, const Happened& most) {
  bound.crashes_max = most.crashes;
  bound.clock_steps_max = most.clock_steps;
  bound.faults_max = most.faults;
  return bound;
}

}  // namespace oncelab::shrink
