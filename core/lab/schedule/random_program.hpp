// For tests: small programs drawn at random, of which depth-first search can run every schedule.
#pragma once

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/schedule/classes.hpp>
#include <oncelab/core/lab/schedule/small_program.hpp>

namespace oncelab::schedule {

/// Mutexes, shared mutexes and atomics.
[[nodiscard]] small::Program random_program(Prng& random);
/// Conditions with time-outs, sleeps, and little else: their steps depend on all others.
[[nodiscard]] small::Program random_timed_program(Prng& random);
[[nodiscard]] SmallOptions random_options(Prng& random);

}  // namespace oncelab::schedule
