// Engine: the state of the run in progress, and what the entry points need of it. Internal.
//
// All entry points (entry_*.cpp, tsan_abi.cpp) follow one pattern: outside a run, or when the call
// does not come from the program, pass through; otherwise declare a pending operation and park();
// when park() returns it is this thread's turn: perform it.
#pragma once

#include <array>
#include <boost/context/detail/fcontext.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/runtime/arena.hpp>
#include <oncelab/core/lab/runtime/memory_map.hpp>
#include <oncelab/core/lab/runtime/runtime.hpp>
#include <oncelab/core/lab/runtime/shadow.hpp>

namespace oncelab::runtime::detail {

struct VectorClock {
  std::array<std::uint32_t, threads_max> at;
  void clear(unsigned n);
  void join(const VectorClock& other, unsigned n);
  void copy(const VectorClock& other, unsigned n);
};

struct SyncObject {
  const void* address = nullptr;
  std::uint64_t identity = 0;
  std::uint32_t next = no_object;  // another one in the same cell of the shadow
  std::uint32_t version = 0;       // counts modifications, for spin detection
  int owner = -1;                  // mutex, write-locked rwlock
  std::uint32_t count = 0;         // recursion
  std::uint32_t readers = 0;       // rwlock
  unsigned clock_threads = 0;      // entries of the clocks that are valid
  VectorClock clock;               // released by writers and unlockers
  VectorClock read_clock;          // released by readers of a rwlock
};

struct ExitHook {  // destructor of a thread_local
  void (*function)(void*);
  void* object;
};

/// The latest reads of a thread since it last wrote anything, for spin detection.
struct LastReads {
  struct Read {
    std::uint32_t object = no_object;
    std::uint32_t version = 0;
  };
  std::array<Read, 4> reads;
  std::uint32_t next = 0;       // to be replaced
  std::uint32_t unchanged = 0;  // in a row: reads that found what an earlier one had found
};

struct Thread {
  // What scheduling looks at, in the first cache line.
  PendingOp pending;
  bool finished = false;
  bool detached = false;
  bool woken = false;
  bool timed_out = false;
  bool spurious = false;
  bool operation_open = false;  // between begin_operation and end_operation
  bool operation_stepped = false;
  std::uint64_t deadline_ns = 0;
  boost::context::detail::fcontext_t context = nullptr;
  std::uint32_t wait_order = 0;  // first come, first woken
  std::uint32_t operation = 0;
  std::uint32_t last_step = 0;  // index + 1 of its last step in the trace
  std::uint32_t children = 0;
  LastReads last_reads;
  // State that the C++ runtime keeps per thread.
  void* exception_globals[2] = {};
  void* once_callable = nullptr;
  void (*once_call)() = nullptr;
  int error_number = 0;
  std::vector<char> tls;
  void* (*entry)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  std::vector<ExitHook> exit_hooks;
  std::vector<std::pair<unsigned, void*>> key_values;
  ThreadInfo info;
  VectorClock clock;
  VectorClock fence_release;  // what relaxed stores after a release fence publish
  VectorClock fence_acquire;  // what relaxed loads have seen, for a later acquire fence
  bool has_fence_release = false;
  bool has_fence_acquire = false;
};

struct Engine {
  Thread threads[threads_max];
  unsigned count = 0;
  int current = -1;       // thread whose stack is in use
  int last_stepped = -1;  // thread that made the last step
  std::uint64_t unstarted = 0;
  std::uint64_t demoted = 0;
  std::uint64_t world = 0;  // entries of `threads` that are none
  Subject* subject = nullptr;
  Chooser* chooser = nullptr;
  RunOptions options;
  RunTrace* trace = nullptr;
  Outcome outcome;
  std::uint64_t now_ns = 0;
  std::uint32_t timeouts_left = 0;
  std::uint32_t spurious_left = 0;
  std::uint32_t crashes_left = 0;
  std::uint32_t clock_steps_left = 0;
  std::uint32_t faults_left = 0;
  std::uint32_t waits = 0;
  Prng random{Seed{0}};  // the same stream in every run: what it feeds must not make two differ
  boost::context::detail::fcontext_t host = nullptr;
  Thread host_state;
  Shadow shadow;
  Arena arenas[threads_max];
  std::vector<SyncObject> objects;  // [0] unused
  unsigned objects_used = 1;
  bool sealed = false;  // the first run has begun
  bool alone = false;   // every other thread is still to be created, or has been joined
};

extern Engine engine;
extern Arena boot_arena;  // what instrumented code allocates before the first run

/// The logical thread running now; nullptr outside a run. One load.
extern thread_local Thread* current_thread __attribute__((tls_model("initial-exec")));

[[nodiscard]] inline bool live() { return current_thread != nullptr; }
/// Is this call one that the scheduler must see?
[[nodiscard]] inline bool controlled(const void* caller) { return live() && from_program(caller); }
[[nodiscard]] inline unsigned self() { return static_cast<unsigned>(engine.current); }

/// Declares the next operation and waits for this thread's turn.
void park(OpKind kind, std::uint32_t object, const void* address, const void* caller,
          std::uint32_t second = no_object);
struct Wait {
  bool timed = false;
  std::uint64_t deadline_ns = 0;
  std::uint32_t second = no_object;  // condition_block: the mutex to take when woken
};
/// As park, for an operation that may wait for others or for time: see woken, timed_out and
/// spurious of the current thread afterwards.
void park_waiter(OpKind kind, std::uint32_t object, const void* caller, const Wait& wait);
/// The trace entry of the step that this thread is performing.
[[nodiscard]] Step& current_step();

[[nodiscard]] std::uint32_t object_at(const void* address);
/// The address that stands for the clock.
[[nodiscard]] const void* clock_place();
[[nodiscard]] inline SyncObject& object(std::uint32_t index) { return engine.objects[index]; }

/// Adds a thread; its first step is `first`. Returns its number.
unsigned spawn(void* (*entry)(void*), void* argument, OpKind first, int client);

/// Waiters on an object in order of arrival; wakes `n` of them (which ones is a choice).
unsigned wake(OpKind waiting_as, OpKind waking, std::uint32_t object, unsigned n);

/// One of the values below options: 0 unless the chooser decides otherwise.
unsigned choose_value(OpKind kind, unsigned options);
/// As fault(). Consumes the bound.
unsigned choose_fault(std::span<const FaultKind> ways);
/// May this step fail without cause (weak compare-exchange, try_lock)? Consumes the bound.
bool fails_spuriously(OpKind kind);

/// Notes a read for spin detection: repeated reads of an unchanged object demote the thread.
void note_read(std::uint32_t object_index);
void note_write(std::uint32_t object_index);
void note_yield();

[[noreturn]] void end_run(OutcomeKind kind, std::string text);

/// Does the main thread wait for it?
[[nodiscard]] inline bool is_awaited(const Thread& t) {
  return t.info.client >= 0 || t.info.role == ThreadRole::recovery;
}
/// Are call and return steps of their own?
[[nodiscard]] inline bool calls_are_steps() {
  return engine.options.crashes_max != 0 || engine.options.faults_max != 0;
}

/// "client 1" or "thread 4".
[[nodiscard]] std::string thread_name(unsigned thread);

}  // namespace oncelab::runtime::detail
