// OpKind and PendingOp: what a logical thread is about to do.
//
// A thread parks *before* its next visible operation and declares it as one of these records. The
// scheduler, every strategy, the race analysis and the trace read the same table of them. Plain
// data.
#pragma once

#include <cstdint>

namespace oncelab::runtime {

enum class OpKind : std::uint8_t {
  none,              // running, nothing declared
  begin,             // has not run yet: performs nothing, is never a choice
  step,              // explicit scheduling point of the harness
  synthetic,         // the one step of an operation that had none of its own
  wait_for_clients,  // the main thread waits until every client has finished
  thread_start,      // first step of a thread that the program created
  thread_end,        // last step of such a thread
  thread_join,       // object: the thread waited for
  mutex_lock,
  mutex_try_lock,
  mutex_timed_lock,
  mutex_unlock,
  rwlock_read_lock,
  rwlock_write_lock,
  rwlock_try_lock,
  rwlock_unlock,
  condition_wait,   // releases the mutex and becomes a waiter, in one step
  condition_block,  // a waiter; a signal turns it into a mutex_lock
  condition_signal,
  condition_broadcast,
  futex_wait,   // compares and becomes a waiter, in one step
  futex_block,  // a waiter: enabled when woken
  futex_wake,
  once_enter,  // call_once, or a function-local static
  once_leave,
  atomic_load,
  atomic_store,
  atomic_rmw,
  atomic_fence,
  plain_read,  // only when plain accesses are scheduling points
  plain_write,
  clock_read,
  sleep_begin,  // reads the clock, sets the deadline
  sleep_block,
  yield,
  call,  // call and return as steps of their own, in runs with faults
  return_,
  crash,        // of a process; object: which
  restart,      // first step of a process's next incarnation
  fault_point,  // something of the harness that may go wrong
  clock_step,   // the clock goes on, though something else could be done
  disk_read,    // object, of these and those below: which of the world's (World::object)
  disk_append,
  disk_write,
  disk_truncate,
  disk_rename,
  disk_remove,
  disk_sync,
  disk_sync_directory,
  queue_receive,
  queue_settle,  // acknowledges a message, or gives it back
  effect,        // of a handler, outside the system under test
};

[[nodiscard]] const char* name_of(OpKind kind);

/// What went wrong in a step.
enum class FaultKind : std::uint8_t {
  none,
  request_lost,
  request_twice,  // another thread serves it too
  answer_lost,
  clean_up,  // no fault, but as untimely: it begins beside the step
  handler_error,
  no_space,
  error_before,  // of a change: it was not made
  error_after,   // it was made, but an error was reported
  sync_error,
  out_of_order,  // a message before those that came before it
  duplicate,     // a message that will come again
};
/// A word for files, that never changes: "answer-lost".
[[nodiscard]] const char* word_of(FaultKind kind);
/// For people: "the answer is lost".
[[nodiscard]] const char* name_of(FaultKind kind);
inline constexpr auto last_fault_kind = FaultKind::duplicate;

/// No object: a step that touches none.
inline constexpr std::uint32_t no_object = 0;

struct PendingOp {
  OpKind kind = OpKind::none;
  bool timed = false;                // a time-out may end it
  std::uint32_t object = no_object;  // index of the synchronisation object within this run
  std::uint32_t second = no_object;  // condition_wait: the mutex it releases
  const void* address = nullptr;
  const void* caller = nullptr;  // return address of the entry point: where in the program
};

}  // namespace oncelab::runtime
