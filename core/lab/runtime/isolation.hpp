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
/// Where the C++ runtime keeps its per-thread state on the operating-system thread that runs
/// everything. Set by take_snapshot().
struct NativeState {
  void** exception_globals = nullptr;
  void** once_callable = nullptr;
  void (**once_call)() = nullptr;
  int* error_number = nullptr;
};
extern NativeState native;

void save_thread_locals(Thread& thread);
void load_thread_locals(const Thread& thread);

/// Swaps the C++ runtime's and the unit's per-thread state. Inline: part of every switch.
inline void save_thread_state(Thread& thread) {
  thread.exception_globals[0] = native.exception_globals[0];
  thread.exception_globals[1] = native.exception_globals[1];
  thread.once_callable = *native.once_callable;
  thread.once_call = *native.once_call;
  thread.error_number = *native.error_number;
  if (!thread.tls.empty()) {
    save_thread_locals(thread);
  }
}

inline void load_thread_state(const Thread& thread) {
  native.exception_globals[0] = thread.exception_globals[0];
  native.exception_globals[1] = thread.exception_globals[1];
  *native.once_callable = thread.once_callable;
  *native.once_call = thread.once_call;
  *native.error_number = thread.error_number;
  if (!thread.tls.empty()) {
    load_thread_locals(thread);
  }
}

}  // namespace oncelab::runtime::detail
