// For tests: the instrumented part of small programs over a world that may go wrong: what a process
// keeps in its memory, and its clock.
#pragma once

namespace oncelab::worlds {

inline constexpr unsigned memory_objects = 2;

/// Of one incarnation of a process.
struct Memory;
[[nodiscard]] Memory* new_memory();
/// Where a process that begins anew finds it as it was at first.
[[nodiscard]] Memory* static_memory();

void lock(Memory& memory, unsigned mutex);
void unlock(Memory& memory, unsigned mutex);
/// Locks, and unlocks at once; says whether it got the lock in time.
[[nodiscard]] int lock_for(Memory& memory, unsigned mutex, int ms);
/// What was there before.
[[nodiscard]] int add(Memory& memory, unsigned variable);
[[nodiscard]] int load(Memory& memory, unsigned variable);
/// A single wait; says whether the time was over.
[[nodiscard]] int wait_for(Memory& memory, unsigned condition, int ms);
void notify(Memory& memory, unsigned condition);

[[nodiscard]] int clock_ms();
void sleep_ms(int ms);

}  // namespace oncelab::worlds
