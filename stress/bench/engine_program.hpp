// Instrumented programs of the engine benchmark.
#pragma once

namespace oncelab::bench {

/// An atomic counter on the run's heap.
[[nodiscard]] void* new_counter();
/// Stores to it this many times: one step each.
void store_steps(void* counter, unsigned steps);

}  // namespace oncelab::bench
