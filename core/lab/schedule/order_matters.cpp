#include <oncelab/core/lab/schedule/order_matters.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace oncelab::schedule {

using runtime::OpKind;
using runtime::RunTrace;
using runtime::Step;

namespace {

enum class Family : std::uint8_t {
  none,
  atomic,
  mutex,
  shared_mutex,
  condition,
  futex,
  once,
  disk,
  queue
};

Family family_of(OpKind kind) {
  switch (kind) {
    case OpKind::atomic_load:
    case OpKind::atomic_store:
    case OpKind::atomic_rmw:
      return Family::atomic;
    case OpKind::mutex_lock:
    case OpKind::mutex_try_lock:
    case OpKind::mutex_timed_lock:
    case OpKind::mutex_unlock:
      return Family::mutex;
    case OpKind::rwlock_read_lock:
    case OpKind::rwlock_write_lock:
    case OpKind::rwlock_try_lock:
    case OpKind::rwlock_unlock:
      return Family::shared_mutex;
    case OpKind::condition_wait:
    case OpKind::condition_signal:
    case OpKind::condition_broadcast:
      return Family::condition;
    case OpKind::futex_wait:
    case OpKind::futex_wake:
      return Family::futex;
    case OpKind::once_enter:
    case OpKind::once_leave:
      return Family::once;
    case OpKind::disk_read:
    case OpKind::disk_append:
    case OpKind::disk_write:
    case OpKind::disk_truncate:
    case OpKind::disk_rename:
    case OpKind::disk_remove:
    case OpKind::disk_sync:
    case OpKind::disk_sync_directory:
      return Family::disk;
    case OpKind::queue_receive:
    case OpKind::queue_settle:
      return Family::queue;
    default:
      return Family::none;
  }
}

bool uses_a_queue(const Step& s) { return family_of(s.kind) == Family::queue; }
bool failed(const Step& s) { return (s.flags & runtime::step_failed) != 0; }
bool changes_variable(const Step& s) {
  return s.kind == OpKind::atomic_store || (s.kind == OpKind::atomic_rmw && !failed(s));
}
bool is_first(const Step& s) { return (s.flags & runtime::step_first_of_operation) != 0; }
bool is_last(const Step& s) { return (s.flags & runtime::step_last_of_operation) != 0; }
// A reader of a shared mutex coming or going.
bool reader(const Step& s) {
  return s.kind == OpKind::rwlock_read_lock ||
         ((s.kind == OpKind::rwlock_unlock || s.kind == OpKind::rwlock_try_lock) && !failed(s) &&
          s.value == 0);
}

bool same_object_order_matters(const Step& a, const Step& b) {
  const Family fa = family_of(a.kind);
  const Family fb = family_of(b.kind);
  if (fa == Family::none || fb == Family::none) {
    return false;  // also a waiter that goes on: it was taken out of the queue by its waker
  }
  if (fa == Family::futex || fb == Family::futex) {
    const Step& x = fa == Family::futex ? a : b;
    const Step& y = fa == Family::futex ? b : a;
    if (family_of(y.kind) == Family::atomic) {
      return x.kind == OpKind::futex_wait && changes_variable(y);
    }
    return !failed(x) && !failed(y);  // the queue
  }
  if (fa != fb) {
    return false;
  }
  switch (fa) {
    case Family::atomic:
      return changes_variable(a) || changes_variable(b);
    case Family::mutex:
      return !(failed(a) && failed(b));
    case Family::shared_mutex:
      return !(failed(a) && failed(b)) && !(reader(a) && reader(b));
    case Family::condition:
      return true;
    case Family::once:
      return !(a.kind == OpKind::once_enter && b.kind == OpKind::once_enter && a.value == 1 &&
               b.value == 1);
    case Family::disk:
      return a.kind != OpKind::disk_read || b.kind != OpKind::disk_read;
    case Family::queue:
      return true;
    default:
      return false;
  }
}

// What happens to the world: to a process with all its threads, and to every clock.
bool matters_to(const RunTrace& trace, const Step& happens, const Step& other) {
  if (happens.kind == OpKind::crash) {
    return other.kind == OpKind::crash || uses_a_queue(other) ||
           trace.threads[other.thread].process == trace.threads[happens.thread].of;
  }
  // A delivery may end with time.
  return happens.kind == OpKind::clock_step &&
         (uses_a_queue(other) || other.kind == OpKind::clock_read ||
          other.kind == OpKind::sleep_begin || (other.flags & runtime::step_has_deadline) != 0);
}

bool order_matters(const RunTrace& trace, const Step& a, const Step& b,
                   const scenario::Experiment& experiment) {
  if (a.thread == b.thread || ((a.flags | b.flags) & runtime::step_timeout) != 0 ||
      ((a.flags | b.flags) & runtime::step_spurious) != 0 || matters_to(trace, a, b) ||
      matters_to(trace, b, a)) {
    return true;
  }
  if (a.object != 0 && a.object == b.object && same_object_order_matters(a, b)) {
    return true;
  }
  // A condition's wait lets its mutex go.
  const bool a_waits = a.kind == OpKind::condition_wait;
  const bool b_waits = b.kind == OpKind::condition_wait;
  if ((a_waits && a.second == b.object && family_of(b.kind) == Family::mutex) ||
      (b_waits && b.second == a.object && family_of(a.kind) == Family::mutex) ||
      (a_waits && b_waits && a.second == b.second)) {
    return true;
  }
  if (a.operation != 0 && b.operation != 0) {
    const auto partition = [&](const Step& s) {
      return experiment.partition(
          ClientId{static_cast<std::uint32_t>(trace.threads[s.thread].client)}, s.operation - 1);
    };
    return ((is_first(a) && is_last(b)) || (is_last(a) && is_first(b))) &&
           partition(a) == partition(b);
  }
  return false;
}

// A clock that nobody looks at afterwards might as well have stood still. Backwards, because
// another clock step does look at it.
std::vector<bool> looked_at(const RunTrace& trace, const scenario::Experiment& experiment) {
  std::vector<bool> looked(trace.steps.size(), true);
  for (std::size_t i = trace.steps.size(); i-- > 0;) {
    if (trace.steps[i].kind == OpKind::clock_step) {
      looked[i] = false;
      for (std::size_t j = i + 1; j < trace.steps.size(); ++j) {
        looked[i] = looked[i] ||
                    (looked[j] && order_matters(trace, trace.steps[i], trace.steps[j], experiment));
      }
    }
  }
  return looked;
}

// The same in every run: recoveries are counted, a process's after each other; the others are
// somebody's children.
std::vector<std::string> names_of_threads(const RunTrace& trace) {
  using runtime::ThreadRole;
  std::vector<std::string> names;
  std::vector<unsigned> recoveries(256);  // by process
  for (const runtime::ThreadInfo& t : trace.threads) {
    std::string& name = names.emplace_back("main");
    if (t.role == ThreadRole::world) {
      name = t.of == 0 ? "clock" : "process" + std::to_string(t.of);
    } else if (t.role == ThreadRole::recovery) {
      name = "recovery" + std::to_string(t.process) + "." + std::to_string(++recoveries[t.process]);
    } else if (t.parent >= 0) {
      const auto parent = static_cast<std::size_t>(t.parent);
      // Which of a recovery's children a client is depends on when the process crashed.
      const bool restarted = trace.threads[parent].role == ThreadRole::recovery && t.client >= 0;
      name = names[parent] +
             (restarted ? "/client" + std::to_string(t.client) : "/" + std::to_string(t.child));
    }
  }
  return names;
}

// What a step did, whatever came before.
std::string text_of(const Step& s) {
  std::string text = std::string(runtime::name_of(s.kind)) + (failed(s) ? " fails" : "");
  if (s.choice.taken != 0) {
    text += " " + std::to_string(s.choice.taken);
  }
  if (s.kind == OpKind::clock_read || s.kind == OpKind::clock_step) {
    text += " " + std::to_string(s.value);
  }
  if ((s.flags & runtime::step_timeout) != 0) {
    text += " late";
  }
  if (s.operation != 0 && is_first(s)) {
    text += " calls " + std::to_string(s.operation);
  }
  if (s.operation != 0 && is_last(s)) {
    text += " returns " + std::to_string(s.operation);
  }
  return text;
}

}  // namespace

// For each step, in the order of threads, what it did and which steps of other threads that matter
// to it came before.
std::string class_of(const RunTrace& trace, const scenario::Experiment& experiment) {
  const std::vector<std::string> threads = names_of_threads(trace);
  std::vector<std::vector<std::string>> steps(trace.threads.size());
  std::vector<std::size_t> position;
  const std::vector<bool> looked = looked_at(trace, experiment);
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const Step& s = trace.steps[i];
    position.push_back(steps[s.thread].size());
    if (!looked[i]) {
      continue;
    }
    std::string& text = steps[s.thread].emplace_back(text_of(s));
    std::vector<std::string> before;
    for (std::size_t j = 0; j < i; ++j) {
      const Step& earlier = trace.steps[j];
      if (earlier.thread != s.thread && looked[j] && order_matters(trace, earlier, s, experiment)) {
        before.push_back(threads[earlier.thread] + "#" + std::to_string(position[j]));
      }
    }
    std::ranges::sort(before);
    for (const std::string& b : before) {
      text += " <" + b;
    }
  }
  std::vector<std::string> lines;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    std::string line = threads[t] + ":";
    for (const std::string& step : steps[t]) {
      line += " " + step + ";";
    }
    lines.push_back(line);
  }
  std::ranges::sort(lines);
  std::string all;
  for (const std::string& line : lines) {
    all += line + "\n";
  }
  return all;
}

bool clock_steps_matter(const RunTrace& trace, const scenario::Experiment& experiment) {
  const std::vector<bool> looked = looked_at(trace, experiment);
  return std::ranges::find(looked, false) == looked.end();
}

}  // namespace oncelab::schedule
