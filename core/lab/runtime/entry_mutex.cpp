// pthread_mutex_*: std::mutex, std::recursive_mutex, std::timed_mutex.
#include <pthread.h>
#include <cerrno>
#include <ctime>

#include <oncelab/core/lab/runtime/entry.hpp>
#include <oncelab/core/lab/runtime/mutex.hpp>
#include <oncelab/core/lab/runtime/races.hpp>

namespace oncelab::runtime::detail {

namespace {
bool recursive(const pthread_mutex_t* m) { return m->__data.__kind == PTHREAD_MUTEX_RECURSIVE; }
}  // namespace

void take_mutex(std::uint32_t index) {
  SyncObject& o = object(index);
  o.owner = static_cast<int>(self());
  o.count = 1;
  acquire(o);
  note_write(index);
}

void give_mutex(std::uint32_t index) {
  SyncObject& o = object(index);
  if (o.owner != static_cast<int>(self())) {
    end_run(OutcomeKind::misuse,
            thread_name(self()) + " unlocks a mutex that " +
                (o.owner < 0 ? std::string("nobody holds")
                             : thread_name(static_cast<unsigned>(o.owner)) + " holds"));
  }
  o.owner = -1;
  o.count = 0;
  release(o);
  note_write(index);
}

namespace {

// Takes a recursive mutex again without a step: nothing another thread could see changes.
bool again(pthread_mutex_t* m, std::uint32_t index) {
  SyncObject& o = object(index);
  if (recursive(m) && o.owner == static_cast<int>(self())) {
    ++o.count;
    return true;
  }
  return false;
}

int timed_lock(pthread_mutex_t* m, std::uint64_t deadline_ns, const void* caller) {
  const std::uint32_t index = object_at(m);
  if (again(m, index)) {
    return 0;
  }
  park_waiter(OpKind::mutex_timed_lock, index, caller, {true, deadline_ns, no_object});
  if (object(index).owner >= 0) {
    current_step().flags |= step_failed;
    return ETIMEDOUT;
  }
  take_mutex(index);
  return 0;
}

}  // namespace
}  // namespace oncelab::runtime::detail

using namespace oncelab::runtime;
using namespace oncelab::runtime::detail;

ONCELAB_ENTRY int pthread_mutex_init(pthread_mutex_t* m, const pthread_mutexattr_t* a) noexcept {
  if (controlled(ONCELAB_CALLER)) {
    SyncObject& o = object(object_at(m));
    o.owner = -1;
    o.count = 0;
  }
  return ONCELAB_REAL(pthread_mutex_init)(m, a);
}

ONCELAB_ENTRY int pthread_mutex_lock(pthread_mutex_t* m) noexcept {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(pthread_mutex_lock)(m);
  }
  const std::uint32_t index = object_at(m);
  if (!again(m, index)) {
    park(OpKind::mutex_lock, index, m, ONCELAB_CALLER);
    take_mutex(index);
  }
  return 0;
}

ONCELAB_ENTRY int pthread_mutex_trylock(pthread_mutex_t* m) noexcept {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(pthread_mutex_trylock)(m);
  }
  const std::uint32_t index = object_at(m);
  if (again(m, index)) {
    return 0;
  }
  park(OpKind::mutex_try_lock, index, m, ONCELAB_CALLER);
  if (object(index).owner >= 0 || fails_spuriously(OpKind::mutex_try_lock)) {
    current_step().flags |= step_failed;
    note_read(index);
    return EBUSY;
  }
  take_mutex(index);
  return 0;
}

ONCELAB_ENTRY int pthread_mutex_timedlock(pthread_mutex_t* m, const timespec* t) noexcept {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(pthread_mutex_timedlock)(m, t);
  }
  return timed_lock(m, to_virtual(CLOCK_REALTIME, *t), ONCELAB_CALLER);
}

ONCELAB_ENTRY int pthread_mutex_clocklock(pthread_mutex_t* m, clockid_t clock,
                                          const timespec* t) noexcept {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(pthread_mutex_clocklock)(m, clock, t);
  }
  return timed_lock(m, to_virtual(clock, *t), ONCELAB_CALLER);
}

ONCELAB_ENTRY int pthread_mutex_unlock(pthread_mutex_t* m) noexcept {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(pthread_mutex_unlock)(m);
  }
  const std::uint32_t index = object_at(m);
  SyncObject& o = object(index);
  if (o.count > 1 && recursive(m) && o.owner == static_cast<int>(self())) {
    --o.count;
    return 0;
  }
  park(OpKind::mutex_unlock, index, m, ONCELAB_CALLER);
  give_mutex(index);
  return 0;
}
