// Making a failing schedule simpler by trying, without searching: the blocks of steps before and
// after a preemption are joined with what the thread does next, deviations are left out, then moved
// to earlier steps, as long as the program fails. Internal to shrink.
//
// Promises: the result fails and is as simple or simpler. Does not promise: that it is the
// simplest; this ends where no single change is an improvement.
// Source of the joining: Jalbert and Sen, "A trace simplification technique for effective debugging
// of concurrent programs" (FSE 2010).
#pragma once

#include <cstdint>

#include <oncelab/core/lab/shrink/program_runs.hpp>

namespace oncelab::shrink {

[[nodiscard]] schedule::Found simplify(ProgramRuns& runs, schedule::Found found,
                                       std::uint64_t schedules_max);

}  // namespace oncelab::shrink
