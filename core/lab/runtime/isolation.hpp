// Isolation: every run starts from the same memory. Internal.
//
// Snapshot once, before the first run: the unit's data and bss, and what it allocated at start-up.
// Restore before every later run. thread_locals: each logical thread has its own copy of the unit's
// thread-local data, swapped in and out together with the C++ runtime's per-thread state.
#pragma once

#include <oncelab/core/lab/runtime/engine.hpp>

namespace oncelab::runtime::detail {

void take_snapshot();
void restore_snapshot();

/// Gives a thread fresh thread-local data, as at its birth.
void fresh_thread_state(Thread& thread);
/// Swaps the C++ runtime's and the unit's per-thread state.
void save_thread_state(Thread& thread);
void load_thread_state(const Thread& thread);

}  // namespace oncelab::runtime::detail
