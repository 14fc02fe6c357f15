// pthread_rwlock_*: std::shared_mutex, std::shared_timed_mutex.
#include <pthread.h>
#include <cerrno>
#include <ctime>

#include <oncelab/core/lab/runtime/entry.hpp>
#include <oncelab/core/lab/runtime/mutex.hpp>
#include <oncelab/core/lab/runtime/races.hpp>

namespace oncelab::runtime::detail {
namespace {

bool free_for_reading(const SyncObject& o) { return o.owner < 0; }
bool free_for_writing(const SyncObject& o) { return o.owner < 0 && o.readers == 0; }

void take_read(std::uint32_t index) {
  SyncObject& o = object(index);
  ++o.readers;
  acquire(o);
  note_write(index);
}

void take_write(std::uint32_t index) {
  SyncObject& o = object(index);
  o.owner = static_cast<int>(self());
  acquire(o);
  acquire_readers(o);
  note_write(index);
}

int timed(pthread_rwlock_t* l, bool write, std::uint64_t deadline_ns, const void* caller) {
  const std::uint32_t index = object_at(l);
  park_waiter(write ? OpKind::rwlock_write_lock : OpKind::rwlock_read_lock, index, caller,
              {true, deadline_ns, no_object});
  const SyncObject& o = object(index);
  if (!(write ? free_for_writing(o) : free_for_reading(o))) {
    current_step().flags |= step_failed;
    return ETIMEDOUT;
  }
  write ? take_write(index) : take_read(index);
  return 0;
}

int try_lock(pthread_rwlock_t* l, bool write, const void* caller) {
  const std::uint32_t index = object_at(l);
  park(OpKind::rwlock_try_lock, index, l, caller);
  current_step().value = write ? 1 : 0;
  const SyncObject& o = object(index);
  if (!(write ? free_for_writing(o) : free_for_reading(o)) ||
      fails_spuriously(OpKind::rwlock_try_lock)) {
    current_step().flags |= step_failed;
    note_read(index);
    return EBUSY;
  }
  write ? take_write(index) : take_read(index);
  return 0;
}

}  // namespace
}  // namespace oncelab::runtime::detail

using namespace oncelab::runtime;
using namespace oncelab::runtime::detail;

ONCELAB_ENTRY int pthread_rwlock_rdlock(pthread_rwlock_t* l) noexcept {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(pthread_rwlock_rdlock)(l);
  }
  const std::uint32_t index = object_at(l);
  park(OpKind::rwlock_read_lock, index, l, ONCELAB_CALLER);
  take_read(index);
  return 0;
}

ONCELAB_ENTRY int pthread_rwlock_wrlock(pthread_rwlock_t* l) noexcept {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(pthread_rwlock_wrlock)(l);
  }
  const std::uint32_t index = object_at(l);
  park(OpKind::rwlock_write_lock, index, l, ONCELAB_CALLER);
  take_write(index);
  return 0;
}

ONCELAB_ENTRY int pthread_rwlock_tryrdlock(pthread_rwlock_t* l) noexcept {
  return controlled(ONCELAB_CALLER) ? try_lock(l, false, ONCELAB_CALLER)
                                    : ONCELAB_REAL(pthread_rwlock_tryrdlock)(l);
}

ONCELAB_ENTRY int pthread_rwlock_trywrlock(pthread_rwlock_t* l) noexcept {
  return controlled(ONCELAB_CALLER) ? try_lock(l, true, ONCELAB_CALLER)
                                    : ONCELAB_REAL(pthread_rwlock_trywrlock)(l);
}

ONCELAB_ENTRY int pthread_rwlock_timedrdlock(pthread_rwlock_t* l, const timespec* t) noexcept {
  return controlled(ONCELAB_CALLER)
             ? timed(l, false, to_virtual(CLOCK_REALTIME, *t), ONCELAB_CALLER)
             : ONCELAB_REAL(pthread_rwlock_timedrdlock)(l, t);
}

ONCELAB_ENTRY int pthread_rwlock_timedwrlock(pthread_rwlock_t* l, const timespec* t) noexcept {
  return controlled(ONCELAB_CALLER) ? timed(l, true, to_virtual(CLOCK_REALTIME, *t), ONCELAB_CALLER)
                                    : ONCELAB_REAL(pthread_rwlock_timedwrlock)(l, t);
}

ONCELAB_ENTRY int pthread_rwlock_clockrdlock(pthread_rwlock_t* l, clockid_t clock,
                                             const timespec* t) noexcept {
  return controlled(ONCELAB_CALLER) ? timed(l, false, to_virtual(clock, *t), ONCELAB_CALLER)
                                    : ONCELAB_REAL(pthread_rwlock_clockrdlock)(l, clock, t);
}

ONCELAB_ENTRY int pthread_rwlock_clockwrlock(pthread_rwlock_t* l, clockid_t clock,
                                             const timespec* t) noexcept {
  return controlled(ONCELAB_CALLER) ? timed(l, true, to_virtual(clock, *t), ONCELAB_CALLER)
                                    : ONCELAB_REAL(pthread_rwlock_clockwrlock)(l, clock, t);
}

ONCELAB_ENTRY int pthread_rwlock_unlock(pthread_rwlock_t* l) noexcept {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(pthread_rwlock_unlock)(l);
  }
  const std::uint32_t index = object_at(l);
  park(OpKind::rwlock_unlock, index, l, ONCELAB_CALLER);
  SyncObject& o = object(index);
  if (o.owner == static_cast<int>(self())) {
    current_step().value = 1;
    o.owner = -1;
    release(o);
    release_reader(o);
  } else if (o.readers > 0 && o.owner < 0) {
    --o.readers;
    release_reader(o);
  } else {
    end_run(OutcomeKind::misuse,
            thread_name(self()) + " unlocks a shared mutex that it does not hold");
  }
  note_write(index);
  return 0;
}
