#include <oncelab/core/lab/runtime/options.hpp>

namespace oncelab::runtime::detail {

namespace {

bool clients_finished() {
  for (unsigned i = 0; i < engine.count; ++i) {
    if (is_awaited(engine.threads[i]) && !engine.threads[i].finished) {
      return false;
    }
  }
  return true;
}

// Can the process crash, or has it done all it had to do?
bool is_busy(unsigned process) {
  for (unsigned i = 0; i < engine.count; ++i) {
    const Thread& t = engine.threads[i];
    if (t.info.process == process && is_awaited(t) && !t.finished) {
      return true;
    }
  }
  return false;
}

bool enabled(const Thread& t) {
  const PendingOp& p = t.pending;
  switch (p.kind) {
    case OpKind::none:
    case OpKind::begin:
      return false;
    case OpKind::mutex_lock:
      return object(p.object).owner < 0;
    case OpKind::mutex_timed_lock:
      return object(p.object).owner < 0 || expired(t);
    case OpKind::rwlock_read_lock:
      return object(p.object).owner < 0 || expired(t);
    case OpKind::rwlock_write_lock:
      return (object(p.object).owner < 0 && object(p.object).readers == 0) || expired(t);
    case OpKind::condition_block:
    case OpKind::futex_block:
    case OpKind::sleep_block:
      return t.woken || expired(t);
    case OpKind::thread_join:
      return engine.threads[reinterpret_cast<std::uintptr_t>(p.address)].finished;
    case OpKind::wait_for_clients:
      return clients_finished();
    case OpKind::once_enter:
      return object(p.object).owner < 0;
    case OpKind::crash:
      return engine.crashes_left > 0 && is_busy(process_of_crash(t));
    case OpKind::clock_step:
      return engine.clock_steps_left > 0 && !clients_finished();
    default:
      return true;
  }
}

bool can_time_out(const Thread& t) { return t.pending.timed; }

// Nothing can run: the earliest deadline passes.
void let_time_pass(Options& o) {
  std::uint64_t earliest = UINT64_MAX;
  for (unsigned i = 0; i < engine.count; ++i) {
    const Thread& t = engine.threads[i];
    if (!t.finished && can_time_out(t) && t.deadline_ns < earliest) {
      earliest = t.deadline_ns;
    }
  }
  for (unsigned i = 0; i < engine.count && earliest != UINT64_MAX; ++i) {
    const Thread& t = engine.threads[i];
    if (!t.finished && can_time_out(t) && t.deadline_ns == earliest) {
      o.all |= bit(i);
      o.by_timeout |= bit(i);
    }
  }
}

// Rare parts of options_now: spinning threads, time, and what the bounds allow beyond the ordinary.
void extend_ordinary(Options& o) {
  const std::uint64_t spinning = o.all & engine.demoted;
  if (spinning != 0) {
    if (spinning != o.all) {
      o.all &= ~spinning;
      o.held_back = true;
    } else {
      // Only spinning threads are left: time moves, and they may look again.
      Options timed;
      let_time_pass(timed);
      if (timed.all != 0) {
        timed.held_back = true;
        o = timed;
        return;
      }
      engine.demoted = 0;
      engine.now_ns += 1'000'000;
      o.held_back = true;
    }
  }
  // Who waits for time alone is not the only one that may go on: a waiter may wake for no cause,
  // but that does not save a program from a deadlock.
  const bool idle = o.all == 0;
  if (idle) {
    let_time_pass(o);
    if (o.all == 0) {
      return;
    }
  }
  for (unsigned i = 0; i < engine.count; ++i) {
    const Thread& t = engine.threads[i];
    if (t.finished || ((o.all | spinning) & bit(i)) != 0) {
      continue;
    }
    if (can_time_out(t)) {
      if (idle) {
        continue;  // its deadline comes later
      }
      if (engine.timeouts_left > 0) {
        o.by_timeout |= bit(i);
      } else {
        ++engine.outcome.timeouts_cut;
      }
    } else if (t.pending.kind == OpKind::condition_block || t.pending.kind == OpKind::futex_block) {
      if (engine.spurious_left > 0) {
        o.by_spurious |= bit(i);
      } else {
        ++engine.outcome.spurious_cut;
      }
    }
  }
  o.all |= o.by_timeout | o.by_spurious;
}

// What may happen to the world does not help a program that cannot go on.
void extend_options(Options& o) {
  const std::uint64_t world = o.all & engine.world;
  o.all &= ~world;
  extend_ordinary(o);
  if (o.all != 0) {
    o.by_world = world;
    o.all |= world;
  }
}

}  // namespace

void options_now(Options& o) {
  std::uint64_t all = 0;
  bool waiters = false;
  for (unsigned i = 0; i < engine.count; ++i) {
    const Thread& t = engine.threads[i];
    waiters |= is_waiter(t.pending.kind) || t.pending.timed;
    all |= enabled(t) ? bit(i) : 0;
  }
  o.all = all;
  if (waiters || all == 0 || (all & engine.demoted) != 0 || engine.world != 0) {
    extend_options(o);
  }
}

}  // namespace oncelab::runtime::detail
