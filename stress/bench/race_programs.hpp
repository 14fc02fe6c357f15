// Programs with one seeded race each, for measuring strategies. Unmodified, instrumented code.
//
// All that threads share is atomic or under a mutex: the faults are of logic, not data races. A
// program fails if `broken` says so at its end, or if it deadlocks. Plain functions over a world
// that belongs to one run; call them from within it.
#pragma once

#include <span>

namespace oncelab::bench {

struct World;

struct RaceProgram {
  const char* name = "";
  unsigned clients = 0;
  unsigned size = 0;  // of the window, or number of threads
  void (*client)(World& world, unsigned client, unsigned size) = nullptr;
  bool (*broken)(const World& world) = nullptr;
};

[[nodiscard]] World* new_world();

[[nodiscard]] std::span<const RaceProgram> race_programs();

/// Programs that need none, one or more preemptions to fail, for measuring proofs of the fewest: a
/// canary of one, and n clients that take t turns, which needs t - n (with none, if that is less).
[[nodiscard]] std::span<const RaceProgram> turn_programs();

}  // namespace oncelab::bench
