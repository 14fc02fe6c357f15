// Atomic operations of instrumented code. Executed sequentially consistently, one step each (all
// logical threads share one operating-system thread, so relaxed instructions are enough); the
// requested order decides which happens-before edges the race detector sees, and orders weaker
// than seq_cst are counted: a proof then holds under sequential consistency only.
#include <algorithm>
#include <atomic>

#include <oncelab/core/lab/runtime/entry.hpp>
#include <oncelab/core/lab/runtime/races.hpp>

namespace oncelab::runtime {

namespace {
std::vector<const void*> weaker;
}  // namespace
const std::vector<const void*>& weaker_accesses() { return weaker; }

namespace detail {
namespace {

// The current step is an access with an order weaker than seq_cst, made at this place.
void note_weaker(const void* caller) {
  current_step().flags |= step_weaker_order;
  if (std::find(weaker.begin(), weaker.end(), caller) == weaker.end()) {
    weaker.push_back(caller);
  }
}

bool acquires(int order) {
  return order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL ||
         order == __ATOMIC_SEQ_CST;
}
bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

std::uint32_t begin(OpKind kind, const volatile void* p, int order, const void* caller) {
  const std::uint32_t index = object_at(const_cast<const void*>(p));
  park(kind, index, nullptr, caller);
  if (order != __ATOMIC_SEQ_CST) {
    note_weaker(caller);
  }
  return index;
}

void after_load(std::uint32_t index, int order) {
  SyncObject& o = object(index);
  Thread& t = *current_thread;
  if (acquires(order)) {
    acquire(o);
  } else {  // counts once an acquire fence follows
    if (!t.has_fence_acquire) {
      t.fence_acquire.clear(threads_max);
      t.has_fence_acquire = true;
    }
    t.fence_acquire.join(o.clock, o.clock_threads);
  }
}

void after_store(std::uint32_t index, int order, bool read_modify_write) {
  SyncObject& o = object(index);
  const Thread& t = *current_thread;
  if (releases(order)) {
    read_modify_write ? release_join(o) : release(o);
  } else {
    if (!read_modify_write) {
      release_nothing(o);
    }
    if (t.has_fence_release) {
      release_join_clock(o, t.fence_release);
    }
  }
  note_write(index);
}

template <class T>
std::uintptr_t address_of(const volatile T* p) {
  return reinterpret_cast<std::uintptr_t>(p);
}

template <class T>
T load(const volatile T* p, int order, const void* caller) {
  if (!live()) {
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);
  }
  const std::uint32_t index = begin(OpKind::atomic_load, p, order, caller);
  access(address_of(p), sizeof(T), AccessKind::atomic_read, caller);
  const T value = __atomic_load_n(p, __ATOMIC_RELAXED);
  current_step().value = static_cast<std::uint64_t>(value);
  after_load(index, order);
  note_read(index);
  return value;
}

template <class T>
void store(volatile T* p, T value, int order, const void* caller) {
  if (!live()) {
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);
    return;
  }
  const std::uint32_t index = begin(OpKind::atomic_store, p, order, caller);
  access(address_of(p), sizeof(T), AccessKind::atomic_write, caller);
  __atomic_store_n(p, value, __ATOMIC_RELAXED);
  current_step().value = static_cast<std::uint64_t>(value);
  after_store(index, order, false);
}

template <class T, class F>
T modify(volatile T* p, int order, const void* caller, F function) {
  if (!live()) {
    T old = __atomic_load_n(p, __ATOMIC_SEQ_CST);
    while (!__atomic_compare_exchange_n(p, &old, function(old), false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST)) {
    }
    return old;
  }
  const std::uint32_t index = begin(OpKind::atomic_rmw, p, order, caller);
  access(address_of(p), sizeof(T), AccessKind::atomic_write, caller);
  const T old = __atomic_load_n(p, __ATOMIC_RELAXED);
  __atomic_store_n(p, function(old), __ATOMIC_RELAXED);
  current_step().value = static_cast<std::uint64_t>(old);
  after_load(index, order);
  after_store(index, order, true);
  return old;
}

template <class T>
bool compare_exchange(volatile T* p, T* expected, T desired, int order, int failure_order,
                      bool weak, const void* caller) {
  if (!live()) {
    return __atomic_compare_exchange_n(p, expected, desired, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
  }
  const std::uint32_t index = begin(OpKind::atomic_rmw, p, order, caller);
  if (failure_order != __ATOMIC_SEQ_CST && order == __ATOMIC_SEQ_CST) {
    note_weaker(caller);
  }
  const T old = __atomic_load_n(p, __ATOMIC_RELAXED);
  current_step().value = static_cast<std::uint64_t>(old);
  if (old != *expected || (weak && fails_spuriously(OpKind::atomic_rmw))) {
    current_step().flags |= step_failed;
    access(address_of(p), sizeof(T), AccessKind::atomic_read, caller);
    *expected = old;
    after_load(index, failure_order);
    note_read(index);
    return false;
  }
  access(address_of(p), sizeof(T), AccessKind::atomic_write, caller);
  __atomic_store_n(p, desired, __ATOMIC_RELAXED);
  after_load(index, order);
  after_store(index, order, true);
  return true;
}

}  // namespace
}  // namespace detail
}  // namespace oncelab::runtime

using namespace oncelab::runtime;
using namespace oncelab::runtime::detail;

#define ONCELAB_FETCH(bits, T, name, expression)                                \
  ONCELAB_ENTRY T __tsan_atomic##bits##_##name(volatile T* p, T v, int order) { \
    return modify(p, order, ONCELAB_CALLER, [v](T old) {                        \
      (void)old;                                                                \
      return static_cast<T>(expression);                                        \
    });                                                                         \
  }
#define ONCELAB_ATOMICS(bits, T)                                                                   \
  ONCELAB_ENTRY T __tsan_atomic##bits##_load(const volatile T* p, int order) {                     \
    return load(p, order, ONCELAB_CALLER);                                                         \
  }                                                                                                \
  ONCELAB_ENTRY void __tsan_atomic##bits##_store(volatile T* p, T v, int order) {                  \
    store(p, v, order, ONCELAB_CALLER);                                                            \
  }                                                                                                \
  ONCELAB_FETCH(bits, T, exchange, v)                                                              \
  ONCELAB_FETCH(bits, T, fetch_add, old + v)                                                       \
  ONCELAB_FETCH(bits, T, fetch_sub, old - v)                                                       \
  ONCELAB_FETCH(bits, T, fetch_and, old& v)                                                        \
  ONCELAB_FETCH(bits, T, fetch_or, old | v)                                                        \
  ONCELAB_FETCH(bits, T, fetch_xor, old ^ v)                                                       \
  ONCELAB_FETCH(bits, T, fetch_nand, ~(old & v))                                                   \
  ONCELAB_ENTRY int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* expected, T v, \
                                                                  int order, int failure) {        \
    return compare_exchange(p, expected, v, order, failure, false, ONCELAB_CALLER) ? 1 : 0;        \
  }                                                                                                \
  ONCELAB_ENTRY int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* expected, T v,   \
                                                                int order, int failure) {          \
    return compare_exchange(p, expected, v, order, failure, true, ONCELAB_CALLER) ? 1 : 0;         \
  }                                                                                                \
  ONCELAB_ENTRY T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T v,       \
                                                             int order, int failure) {             \
    compare_exchange(p, &expected, v, order, failure, false, ONCELAB_CALLER);                      \
    return expected;                                                                               \
  }

ONCELAB_ATOMICS(8, std::uint8_t)
ONCELAB_ATOMICS(16, std::uint16_t)
ONCELAB_ATOMICS(32, std::uint32_t)
ONCELAB_ATOMICS(64, std::uint64_t)

ONCELAB_ENTRY void __tsan_atomic_signal_fence(int) {}

ONCELAB_ENTRY void __tsan_atomic_thread_fence(int order) {
  if (!live()) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return;
  }
  park(OpKind::atomic_fence, no_object, nullptr, ONCELAB_CALLER);
  note_weaker(ONCELAB_CALLER);
  Thread& t = *current_thread;
  if (acquires(order) && t.has_fence_acquire) {
    t.clock.join(t.fence_acquire, engine.count);
  }
  if (releases(order)) {
    t.fence_release.clear(threads_max);
    t.fence_release.copy(t.clock, engine.count);
    t.has_fence_release = true;
    ++t.clock.at[self()];
  }
}
