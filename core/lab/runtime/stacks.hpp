// Whole call stacks of steps and racing accesses, kept only in a run with RunOptions::explain.
// Internal. A race seen without them is explained by running the same schedule once more.
#pragma once

#include <cstdint>
#include <vector>

#include <oncelab/core/lab/runtime/runtime.hpp>

namespace oncelab::runtime::detail {

[[nodiscard]] std::vector<const void*> capture_stack();
void clear_stacks();
void note_step_stack();
/// Of a step that no thread makes.
void note_no_stack();
/// Remembers the stack of this access as its thread's latest to the granule at `address`.
void note_access_stack(std::uintptr_t address);
/// Replaces single addresses by the stacks remembered for report.address.
void attach_race_stacks(RaceReport& report);

}  // namespace oncelab::runtime::detail
