// pthread_create and the rest of a thread's life, thread-specific data, call_once, function-local
// statics and destructors of thread_locals.
#include <pthread.h>
#include <sched.h>
#include <cerrno>
#include <climits>

#include <oncelab/core/lab/runtime/entry.hpp>
#include <oncelab/core/lab/runtime/races.hpp>

namespace oncelab::runtime::detail {
namespace {

constexpr pthread_t first_id = 0x0A1B0000U;
pthread_t id_of(unsigned thread) { return first_id + thread; }
bool ours(pthread_t id) { return id - first_id < engine.count; }

// The two one-byte flags of the C++ ABI's guard variables.
struct Guard {
  unsigned char done;
  unsigned char running;
};

void* key_value(const Thread& t, unsigned key) {
  for (const auto& [k, value] : t.key_values) {
    if (k == key) {
      return value;
    }
  }
  return nullptr;
}

void set_key_value(Thread& t, unsigned key, const void* value) {
  for (auto& [k, v] : t.key_values) {
    if (k == key) {
      v = const_cast<void*>(value);
      return;
    }
  }
  t.key_values.emplace_back(key, const_cast<void*>(value));
}

void enter_once(std::uint32_t index, const void* address, const void* caller) {
  park(OpKind::once_enter, index, address, caller);
  acquire(object(index));
  object(index).owner = static_cast<int>(self());
}

// Performs a once_leave whose turn has come; what marks the initialisation as done is set in the
// same step, by the caller.
void leave_once(std::uint32_t index, bool done) {
  SyncObject& o = object(index);
  o.owner = -1;
  if (done) {
    release(o);
  }
  note_write(index);
}

}  // namespace
}  // namespace oncelab::runtime::detail

using namespace oncelab::runtime;
using namespace oncelab::runtime::detail;

ONCELAB_ENTRY int pthread_create(pthread_t* id, const pthread_attr_t* attributes,
                                 void* (*entry)(void*), void* argument) noexcept {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(pthread_create)(id, attributes, entry, argument);
  }
  const unsigned thread = spawn(entry, argument, OpKind::thread_start, -1);
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) {
    pthread_attr_getdetachstate(attributes, &state);
  }
  engine.threads[thread].detached = state == PTHREAD_CREATE_DETACHED;
  *id = id_of(thread);
  engine.demoted = 0;
  return 0;
}

ONCELAB_ENTRY int pthread_join(pthread_t id, void** result) {
  if (!controlled(ONCELAB_CALLER) || !ours(id)) {
    return ONCELAB_REAL(pthread_join)(id, result);
  }
  const auto thread = static_cast<unsigned>(id - first_id);
  if (thread == self()) {
    return EDEADLK;
  }
  if (engine.threads[thread].detached) {
    return EINVAL;
  }
  park(OpKind::thread_join, no_object, reinterpret_cast<const void*>(std::uintptr_t{thread}),
       ONCELAB_CALLER);
  current_step().value = thread;
  join_thread(thread);
  engine.threads[thread].detached = true;  // a second join is an error
  if (result != nullptr) {
    *result = engine.threads[thread].result;
  }
  return 0;
}

ONCELAB_ENTRY int pthread_detach(pthread_t id) noexcept {
  if (!controlled(ONCELAB_CALLER) || !ours(id)) {
    return ONCELAB_REAL(pthread_detach)(id);
  }
  engine.threads[id - first_id].detached = true;
  return 0;
}

ONCELAB_ENTRY pthread_t pthread_self() noexcept {
  return controlled(ONCELAB_CALLER) ? id_of(self()) : ONCELAB_REAL(pthread_self)();
}

ONCELAB_ENTRY int sched_yield() noexcept {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(sched_yield)();
  }
  note_yield();
  park(OpKind::yield, no_object, nullptr, ONCELAB_CALLER);
  return 0;
}

ONCELAB_ENTRY void* pthread_getspecific(pthread_key_t key) noexcept {
  return live() && from_unit(ONCELAB_CALLER) ? key_value(*current_thread, key)
                                             : ONCELAB_REAL(pthread_getspecific)(key);
}

ONCELAB_ENTRY int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  if (!live() || !from_unit(ONCELAB_CALLER)) {
    return ONCELAB_REAL(pthread_setspecific)(key, value);
  }
  set_key_value(*current_thread, key, value);
  return 0;
}

ONCELAB_ENTRY int pthread_once(pthread_once_t* once, void (*function)()) {
  if (!controlled(ONCELAB_CALLER)) {
    return ONCELAB_REAL(pthread_once)(once, function);
  }
  // glibc's own values: 0 not yet, 2 done.
  constexpr int done = 2;
  const std::uint32_t index = object_at(once);
  enter_once(index, once, ONCELAB_CALLER);
  if (*once == done) {
    current_step().value = 1;
    object(index).owner = -1;
    return 0;
  }
  try {
    function();
  } catch (...) {
    park(OpKind::once_leave, index, once, ONCELAB_CALLER);
    leave_once(index, false);
    throw;
  }
  park(OpKind::once_leave, index, once, ONCELAB_CALLER);
  *once = done;
  leave_once(index, true);
  return 0;
}

// Function-local statics. Declared by <cxxabi.h> with other types, hence the names.
ONCELAB_ENTRY int oncelab_guard_acquire(std::uint64_t* raw) asm("__cxa_guard_acquire");
ONCELAB_ENTRY int oncelab_guard_acquire(std::uint64_t* raw) {
  auto* const guard = reinterpret_cast<Guard*>(raw);
  if (guard->done != 0) {
    return 0;
  }
  if (!live() || !from_unit(ONCELAB_CALLER)) {
    guard->running = 1;
    return 1;
  }
  const std::uint32_t index = object_at(raw);
  enter_once(index, raw, ONCELAB_CALLER);
  if (guard->done != 0) {
    current_step().value = 1;
    object(index).owner = -1;
    return 0;
  }
  guard->running = 1;
  return 1;
}

namespace {
void leave_guard(std::uint64_t* raw, bool done, const void* caller) {
  auto* const guard = reinterpret_cast<Guard*>(raw);
  const bool step = live() && from_unit(caller);
  const std::uint32_t index = step ? object_at(raw) : no_object;
  if (step) {  // others may look at the guard without a step of this function: set it after parking
    park(OpKind::once_leave, index, raw, caller);
  }
  guard->running = 0;
  if (done) {
    __atomic_store_n(&guard->done, 1, __ATOMIC_RELEASE);
  }
  if (step) {
    leave_once(index, done);
  }
}
}  // namespace

ONCELAB_ENTRY void oncelab_guard_release(std::uint64_t* raw) asm("__cxa_guard_release");
ONCELAB_ENTRY void oncelab_guard_release(std::uint64_t* raw) {
  leave_guard(raw, true, ONCELAB_CALLER);
}

ONCELAB_ENTRY void oncelab_guard_abort(std::uint64_t* raw) asm("__cxa_guard_abort");
ONCELAB_ENTRY void oncelab_guard_abort(std::uint64_t* raw) {
  leave_guard(raw, false, ONCELAB_CALLER);
}

ONCELAB_ENTRY int oncelab_thread_atexit(void (*function)(void*), void* object,
                                        void* dso) asm("__cxa_thread_atexit");
ONCELAB_ENTRY int oncelab_thread_atexit(void (*function)(void*), void* object, void* dso) {
  if (live()) {
    current_thread->exit_hooks.push_back({function, object});
    return 0;
  }
  using Real = int (*)(void (*)(void*), void*, void*);
  static const auto real = reinterpret_cast<Real>(dlsym(RTLD_NEXT, "__cxa_thread_atexit_impl"));
  return real(function, object, dso);
}

// Destructors of statics that a run initialised: the statics are put back after the run, so there
// is nothing to destroy when the process ends.
ONCELAB_ENTRY int oncelab_atexit(void (*function)(void*), void* object,
                                 void* dso) asm("__cxa_atexit");
ONCELAB_ENTRY int oncelab_atexit(void (*function)(void*), void* object, void* dso) {
  if (live() && from_unit(ONCELAB_CALLER)) {
    return 0;
  }
  using Real = int (*)(void (*)(void*), void*, void*);
  static const auto real = reinterpret_cast<Real>(dlsym(RTLD_NEXT, "__cxa_atexit"));
  return real(function, object, dso);
}
