// pthread_cond_* and the futex system call: std::condition_variable, std::atomic::wait and what
// libstdc++ builds on it (semaphore, latch, barrier, future).
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <ctime>

#include <oncelab/core/lab/runtime/entry.hpp>
#include <oncelab/core/lab/runtime/mutex.hpp>
#include <oncelab/core/lab/runtime/races.hpp>

namespace oncelab::runtime::detail {
namespace {

int condition_wait(pthread_cond_t* c, pthread_mutex_t* m, bool timed, std::uint64_t deadline_ns,
                   const void* caller) {
  const std::uint32_t condition = object_at(c);
  const std::uint32_t mutex = object_at(m);
  park(OpKind::condition_wait, condition, c, caller, mutex);
  const std::uint32_t depth = object(mutex).count;
  give_mutex(mutex);
  note_write(condition);
  park_waiter(OpKind::condition_block, condition, caller, {timed, deadline_ns, mutex});
  const bool timed_out = current_thread->timed_out;
  if (timed_out || current_thread->spurious) {
    park(OpKind::mutex_lock, mutex, m, caller);
  }
  take_mutex(mutex);  // a woken waiter came back with the lock as its step
  object(mutex).count = depth;
  return timed_out ? ETIMEDOUT : 0;
}

int notify(pthread_cond_t* c, OpKind kind, unsigned how_many, const void* caller) {
  const std::uint32_t index = object_at(c);
  park(kind, index, c, caller);
  wake(OpKind::condition_block, kind, index, how_many);
  note_write(index);
  return 0;
}

long futex_wait(std::uint32_t* word, std::uint32_t expected, bool timed, std::uint64_t deadline_ns,
                const void* caller) {
  const std::uint32_t index = object_at(word);
  park(OpKind::futex_wait, index, word, caller);
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != expected) {
    current_step().flags |= step_failed;
    errno = EAGAIN;
    return -1;
  }
  park_waiter(OpKind::futex_block, index, caller, {timed, deadline_ns, no_object});
  if (current_thread->timed_out) {
    errno = ETIMEDOUT;
    return -1;
  }
  return 0;
}

long futex_wake(std::uint32_t* word, unsigned how_many, const void* caller) {
  const std::uint32_t index = object_at(word);
  park(OpKind::futex_wake, index, word, caller);
  const unsigned woken = wake(OpKind::futex_block, OpKind::futex_wake, index, how_many);
  note_write(index);
  return static_cast<long>(woken);
}

// A system call that is not ours to decide.
long pass_on(long number, const long* a) {
  register long r10 asm("r10") = a[3];
  register long r8 asm("r8") = a[4];
  register long r9 asm("r9") = a[5];
  long result;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  if (result < 0 && result > -4096) {
    errno = static_cast<int>(-result);
    return -1;
  }
  return result;
}

long futex(const long* a, const void* caller) {
  auto* const word = reinterpret_cast<std::uint32_t*>(a[0]);
  const int flags = static_cast<int>(a[1]);
  const auto* const timeout = reinterpret_cast<const timespec*>(a[3]);
  const auto value = static_cast<std::uint32_t>(a[2]);
  switch (flags & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:  // relative time-out
      return futex_wait(word, value, timeout != nullptr,
                        timeout != nullptr ? engine.now_ns + nanoseconds(*timeout) : 0, caller);
    case FUTEX_WAIT_BITSET:  // absolute time-out
      return futex_wait(
          word, value, timeout != nullptr,
          timeout != nullptr
              ? to_virtual((flags & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC,
                           *timeout)
              : 0,
          caller);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
      return futex_wake(word, value, caller);
    default:
      return pass_on(SYS_futex, a);
  }
}

}  // namespace
}  // namespace oncelab::runtime::detail

using namespace oncelab::runtime;
using namespace oncelab::runtime::detail;

ONCELAB_ENTRY int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  return controlled(ONCELAB_CALLER) ? condition_wait(c, m, false, 0, ONCELAB_CALLER)
                                    : ONCELAB_REAL(pthread_cond_wait)(c, m);
}

ONCELAB_ENTRY int pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m, const timespec* t) {
  return controlled(ONCELAB_CALLER)
             ? condition_wait(c, m, true, to_virtual(CLOCK_REALTIME, *t), ONCELAB_CALLER)
             : ONCELAB_REAL(pthread_cond_timedwait)(c, m, t);
}

ONCELAB_ENTRY int pthread_cond_clockwait(pthread_cond_t* c, pthread_mutex_t* m, clockid_t clock,
                                         const timespec* t) {
  return controlled(ONCELAB_CALLER)
             ? condition_wait(c, m, true, to_virtual(clock, *t), ONCELAB_CALLER)
             : ONCELAB_REAL(pthread_cond_clockwait)(c, m, clock, t);
}

ONCELAB_ENTRY int pthread_cond_signal(pthread_cond_t* c) noexcept {
  return controlled(ONCELAB_CALLER) ? notify(c, OpKind::condition_signal, 1, ONCELAB_CALLER)
                                    : ONCELAB_REAL(pthread_cond_signal)(c);
}

ONCELAB_ENTRY int pthread_cond_broadcast(pthread_cond_t* c) noexcept {
  return controlled(ONCELAB_CALLER)
             ? notify(c, OpKind::condition_broadcast, threads_max, ONCELAB_CALLER)
             : ONCELAB_REAL(pthread_cond_broadcast)(c);
}

ONCELAB_ENTRY int pthread_cond_destroy(pthread_cond_t* c) noexcept {
  return controlled(ONCELAB_CALLER) ? 0 : ONCELAB_REAL(pthread_cond_destroy)(c);
}

// Takes six arguments however many there are, as the kernel does; AddressSanitizer would object.
ONCELAB_ENTRY __attribute__((no_sanitize("address"))) long syscall(long number, ...) noexcept {
  va_list arguments;
  va_start(arguments, number);
  long a[6];
  for (long& x : a) {
    x = va_arg(arguments, long);
  }
  va_end(arguments);
  return number == SYS_futex && controlled(ONCELAB_CALLER) ? futex(a, ONCELAB_CALLER)
                                                           : pass_on(number, a);
}
