// Instrumented code for crash_test.cpp. Its state is what a process loses with a crash, except for
// what `outside` points to.
#pragma once

#include <cstdint>

namespace oncelab::zoo {

struct Outside {
  int begun = 0;      // counted up before the critical section, ...
  int ended = 0;      // after it, ...
  int destroyed = 0;  // and by the destructor of a guard
  int most_seen = 0;  // of the static counter
  int helpers = 0;    // threads of the process's own that got to their end
};

/// Counts up a static counter under a static mutex, twice.
void count_in_static_memory(Outside& outside);
/// The same with a thread of its own.
void count_on_a_thread(Outside& outside);
/// What the clock says, in nanoseconds since it began.
[[nodiscard]] std::int64_t read_clock();
void sleep_ns(std::int64_t ns);
/// Never returns.
void lock_twice();

}  // namespace oncelab::zoo
