// Step and RunTrace: what one run did, step by step. The trace format of the lab.
//
// Promises: complete (every performed step is in it, forced ones too), independent of addresses
// (object identities are derived from the thread that allocated the object and the position in
// that thread's arena), and stable: fields for process groups, crash points and call/return steps
// are present from the first version on. Plain data, owned by one run at a time.
#pragma once

#include <cstdint>
#include <vector>

#include <oncelab/core/lab/runtime/op.hpp>

namespace oncelab::runtime {

enum StepFlag : std::uint16_t {
  step_first_of_operation = 1U << 0U,  // the operation's call is recorded at this step
  step_last_of_operation = 1U << 1U,   // its return is recorded right after this step
  step_preemption = 1U << 2U,          // the thread before could have gone on
  step_timeout = 1U << 3U,             // a time-out fired
  step_spurious = 1U << 4U,            // a spurious wake-up or failure
  step_by_demotion = 1U << 5U,         // chosen while a spinning thread was held back
  step_failed = 1U << 6U,              // a try_lock or compare-exchange that did not succeed
  step_weaker_order = 1U << 7U,        // an atomic access weaker than seq_cst
  step_crash_point = 1U << 8U,         // a crash may be placed before this step
  step_time_passed = 1U << 9U,         // nothing else could be done: time went on to a deadline
  step_fault = 1U << 10U,              // something went wrong
  step_has_deadline = 1U << 11U,       // of a wait with a deadline, or wakes who has one
  step_expired = 1U << 12U,            // ... that had passed
};

/// One choice among values rather than threads, for instance which waiter a signal wakes.
struct ValueChoice {
  std::uint8_t options = 0;  // 0: the step had no such choice
  std::uint8_t taken = 0;
};

struct Step {
  std::uint8_t thread = 0;
  OpKind kind = OpKind::none;
  std::uint16_t flags = 0;
  std::uint32_t object = no_object;
  std::uint32_t second = no_object;
  std::uint32_t operation = 0;  // index into the client's program + 1; 0: outside any operation
  std::uint64_t enabled = 0;    // threads that could have been chosen, by bit; 0: no choice existed
  // What was read; which threads were woken (by bit); which one was joined; of a rwlock's try_lock
  // and unlock: 1 if for writing; of once_enter: 1 if the initialisation was done already; of a
  // clock step: by how many nanoseconds.
  std::uint64_t value = 0;
  const void* caller = nullptr;
  std::uint8_t process = 0;  // process group of the thread
  FaultKind fault = FaultKind::none;
  ValueChoice choice;
};

/// What a thread of the trace is.
/// Of a crash: what became of what was not safe; up to 2^20 of each.
struct CrashLosses {
  std::uint32_t kept = 0;
  std::uint32_t lost = 0;
  std::uint32_t torn = 0;
  friend bool operator==(const CrashLosses&, const CrashLosses&) = default;
};
inline constexpr unsigned losses_bits = 20;
inline constexpr std::uint64_t losses_max = (std::uint64_t{1} << losses_bits) - 1;
[[nodiscard]] constexpr std::uint64_t pack_losses(const CrashLosses& l) {
  const auto most = [](std::uint32_t n) { return n < losses_max ? n : losses_max; };
  return most(l.torn) << (2 * losses_bits) | most(l.lost) << losses_bits | most(l.kept);
}
[[nodiscard]] constexpr CrashLosses unpack_losses(std::uint64_t value) {
  const auto part = [&](unsigned n) {
    return static_cast<std::uint32_t>(value >> (n * losses_bits) & losses_max);
  };
  return {part(0), part(1), part(2)};
}

enum class ThreadRole : std::uint8_t {
  program,   // created by the code under test, a client, or the main thread
  recovery,  // first of a process's new incarnation
  world,     // none: what may happen to a process, or to the clock
  repeat,    // serves what its parent asks for once more
  clean_up,
};

struct ThreadInfo {
  std::int16_t parent = -1;  // creating thread; -1: the run itself
  std::uint16_t child = 0;   // it is its parent's child-th child
  std::int16_t client = -1;  // client number; -1: not a client
  std::uint8_t process = 0;
  ThreadRole role = ThreadRole::program;
  bool crashed = false;  // with its process
  std::uint8_t of = 0;   // world: the process that may crash; 0: it is the clock
  // Its parent's latest step by then, or what the parent was created after, index + 1; 0: none.
  std::uint32_t created_after = 0;
  std::uint64_t identity = 0;  // independent of the interleaving
};

struct ObjectInfo {
  const void* address = nullptr;
  std::uint64_t identity = 0;  // independent of the interleaving
};

struct RunTrace {
  std::vector<Step> steps;
  std::vector<ThreadInfo> threads;
  std::vector<ObjectInfo> objects;  // index 0 is unused
  void clear() {
    steps.clear();
    threads.clear();
    objects.clear();
  }
};

/// Hash over (thread, kind, object, flags) of every step, with objects renamed in order of first
/// appearance, so that the same schedule of the same source has the same hash with any compiler.
[[nodiscard]] std::uint64_t trace_hash(const RunTrace& trace);

/// The same, plus identities and the values read: differs when anything uncontrolled was observed.
[[nodiscard]] std::uint64_t determinism_hash(const RunTrace& trace);

/// Preemptions in the trace.
[[nodiscard]] std::uint32_t preemptions(const RunTrace& trace);

}  // namespace oncelab::runtime
