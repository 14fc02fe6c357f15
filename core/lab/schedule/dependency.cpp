#include <oncelab/core/lab/schedule/dependency.hpp>

namespace oncelab::schedule {

bool dependent(const Event& a, const Event& b) {
  if (a.thread == b.thread || a.depends_on_all || b.depends_on_all) {
    return true;
  }
  for (const Access& x : a.accesses) {
    for (const Access& y : b.accesses) {
      if (x.place == y.place && conflict(x.use, y.use)) {
        return true;
      }
    }
  }
  return false;
}

Event with_any_outcome(const Event& event, bool spurious) {
  using runtime::OpKind;
  Event any = event;
  any.values = 0;
  switch (event.kind) {
    case OpKind::atomic_rmw:  // a weak compare-exchange looks like any other
    case OpKind::mutex_try_lock:
    case OpKind::rwlock_try_lock:
      any.depends_on_all |= spurious;
      [[fallthrough]];
    case OpKind::mutex_timed_lock:
    case OpKind::rwlock_write_lock:
      any.accesses[0].use |= use_write;
      break;
    case OpKind::rwlock_read_lock:
      any.accesses[0].use |= use_share;
      break;
    case OpKind::futex_wait:
    case OpKind::once_enter:
      any.accesses[0].use |= use_read | use_queue;
      break;
    default:
      break;
  }
  if (any.accesses[2].place != 0) {
    any.accesses[2].use |= use_end;
  }
  return any;
}

}  // namespace oncelab::schedule
