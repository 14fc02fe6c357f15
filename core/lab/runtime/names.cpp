#include <array>
#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/runtime/runtime.hpp>

namespace oncelab::runtime {

const char* name_of(OpKind kind) {
  switch (kind) {
    case OpKind::none:
      return "nothing";
    case OpKind::begin:
      return "begin";
    case OpKind::step:
      return "step";
    case OpKind::synthetic:
      return "no visible step";
    case OpKind::wait_for_clients:
      return "wait for clients";
    case OpKind::thread_start:
      return "thread start";
    case OpKind::thread_end:
      return "thread end";
    case OpKind::thread_join:
      return "join";
    case OpKind::mutex_lock:
      return "lock";
    case OpKind::mutex_try_lock:
      return "try_lock";
    case OpKind::mutex_timed_lock:
      return "timed lock";
    case OpKind::mutex_unlock:
      return "unlock";
    case OpKind::rwlock_read_lock:
      return "lock_shared";
    case OpKind::rwlock_write_lock:
      return "lock exclusively";
    case OpKind::rwlock_try_lock:
      return "try_lock (shared mutex)";
    case OpKind::rwlock_unlock:
      return "unlock (shared mutex)";
    case OpKind::condition_wait:
      return "wait";
    case OpKind::condition_block:
      return "waiting";
    case OpKind::condition_signal:
      return "notify_one";
    case OpKind::condition_broadcast:
      return "notify_all";
    case OpKind::futex_wait:
      return "atomic wait";
    case OpKind::futex_block:
      return "atomic waiting";
    case OpKind::futex_wake:
      return "atomic notify";
    case OpKind::once_enter:
      return "call_once";
    case OpKind::once_leave:
      return "call_once done";
    case OpKind::atomic_load:
      return "load";
    case OpKind::atomic_store:
      return "store";
    case OpKind::atomic_rmw:
      return "read-modify-write";
    case OpKind::atomic_fence:
      return "fence";
    case OpKind::plain_read:
      return "read";
    case OpKind::plain_write:
      return "write";
    case OpKind::clock_read:
      return "clock read";
    case OpKind::sleep_begin:
      return "sleep";
    case OpKind::sleep_block:
      return "sleeping";
    case OpKind::yield:
      return "yield";
    case OpKind::call:
      return "call";
    case OpKind::return_:
      return "return";
    case OpKind::crash:
      return "crash";
    case OpKind::restart:
      return "restart";
    case OpKind::fault_point:
      return "fault point";
    case OpKind::clock_step:
      return "clock step";
    case OpKind::disk_read:
      return "read";
    case OpKind::disk_append:
      return "append";
    case OpKind::disk_write:
      return "write";
    case OpKind::disk_truncate:
      return "truncate";
    case OpKind::disk_rename:
      return "rename";
    case OpKind::disk_remove:
      return "remove";
    case OpKind::disk_sync:
      return "sync";
    case OpKind::disk_sync_directory:
      return "sync directory";
    case OpKind::queue_receive:
      return "receive";
    case OpKind::queue_settle:
      return "settle";
    case OpKind::effect:
      return "effect";
  }
  ONCELAB_ASSERT(false && "unknown kind of operation");
  return "";
}

namespace {
struct FaultNames {
  const char* word;
  const char* text;
};
// In the order of FaultKind.
constexpr std::array<FaultNames, static_cast<std::size_t>(last_fault_kind) + 1> fault_names = {{
    {"none", "nothing"},
    {"request-lost", "the request is lost"},
    {"request-twice", "the request arrives twice"},
    {"answer-lost", "the answer is lost"},
    {"clean-up", "a clean-up begins"},
    {"handler-error", "the handler fails"},
    {"no-space", "no space"},
    {"error-before", "an I/O error"},
    {"error-after", "an I/O error, though it was done"},
    {"sync-error", "an I/O error"},
    {"out-of-order", "out of order"},
    {"duplicate", "it will come again"},
}};
}  // namespace

const char* word_of(FaultKind kind) { return fault_names[static_cast<std::size_t>(kind)].word; }
const char* name_of(FaultKind kind) { return fault_names[static_cast<std::size_t>(kind)].text; }

const char* name_of(OutcomeKind kind) {
  switch (kind) {
    case OutcomeKind::finished:
      return "finished";
    case OutcomeKind::failed:
      return "failed";
    case OutcomeKind::deadlock:
      return "deadlock";
    case OutcomeKind::step_limit:
      return "step limit";
    case OutcomeKind::data_race:
      return "data race";
    case OutcomeKind::uncaught_exception:
      return "uncaught exception";
    case OutcomeKind::terminated:
      return "terminated";
    case OutcomeKind::signal:
      return "signal";
    case OutcomeKind::stack_overflow:
      return "stack overflow";
    case OutcomeKind::memory_error:
      return "memory error";
    case OutcomeKind::misuse:
      return "misuse";
    case OutcomeKind::arena_exhausted:
      return "out of run memory";
  }
  ONCELAB_ASSERT(false && "unknown kind of outcome");
  return "";
}

bool is_violation(OutcomeKind kind) {
  return kind != OutcomeKind::finished && kind != OutcomeKind::step_limit &&
         kind != OutcomeKind::arena_exhausted;
}

}  // namespace oncelab::runtime
