#include <oncelab/core/lab/runtime/engine.hpp>

#include <bit>
#include <cstring>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/runtime/fiber.hpp>
#include <oncelab/core/lab/runtime/isolation.hpp>
#include <oncelab/core/lab/runtime/options.hpp>
#include <oncelab/core/lab/runtime/races.hpp>
#include <oncelab/core/lab/runtime/stacks.hpp>
#include <oncelab/core/lab/runtime/world.hpp>

namespace oncelab::runtime::detail {

Engine engine;
constinit Arena boot_arena;
thread_local Thread* current_thread = nullptr;

namespace {

std::string what_it_waits_for(unsigned i) {
  const PendingOp& p = engine.threads[i].pending;
  std::string text = thread_name(i) + " waits in " + name_of(p.kind);
  if (p.kind == OpKind::mutex_lock && object(p.object).owner >= 0) {
    text += " for a mutex that " + thread_name(static_cast<unsigned>(object(p.object).owner)) +
            " holds";
  }
  return text;
}

[[noreturn]] void deadlock() {
  std::string text = "deadlock: ";
  bool first = true;
  for (unsigned i = 0; i < engine.count; ++i) {
    if (!engine.threads[i].finished && !is_world(i) &&
        engine.threads[i].pending.kind != OpKind::wait_for_clients) {
      text += (first ? "" : "; ") + what_it_waits_for(i);
      first = false;
    }
  }
  end_run(OutcomeKind::deadlock, std::move(text));
}

void record(unsigned next, const Options& o, bool current_can_go_on) {
  Thread& t = engine.threads[next];
  const PendingOp& p = t.pending;
  const auto index = static_cast<std::uint32_t>(engine.trace->steps.size());
  Step& s = engine.trace->steps.emplace_back();
  s.thread = static_cast<std::uint8_t>(next);
  s.kind = p.kind;
  s.object = p.object;
  s.second = p.second;
  s.caller = p.caller;
  s.process = t.info.process;
  if (several(o.all)) {
    s.enabled = o.all;
    ++engine.outcome.decisions;
  }
  unsigned flags = o.held_back ? unsigned{step_by_demotion} : 0U;
  if (current_can_go_on && static_cast<int>(next) != engine.last_stepped) {
    flags |= step_preemption;
  }
  if (p.timed) {
    flags |= step_has_deadline | (expired(t) ? unsigned{step_expired} : 0U);
  }
  t.timed_out = t.spurious = false;
  if ((o.by_timeout & bit(next)) != 0 || (is_waiter(p.kind) && !t.woken && expired(t))) {
    flags |= step_timeout;
    t.timed_out = true;
    const bool something_else = (o.all & ~(o.by_timeout | o.by_spurious | o.by_world)) != 0;
    if ((o.by_timeout & bit(next)) != 0 && !something_else) {
      flags |= step_time_passed;
    }
    if (t.deadline_ns > engine.now_ns) {
      engine.now_ns = t.deadline_ns;
      // Firing early, while something else could run, is what the bound counts.
      if (something_else) {
        --engine.timeouts_left;
      }
    }
  } else if ((o.by_spurious & bit(next)) != 0) {
    flags |= step_spurious;
    t.spurious = true;
    --engine.spurious_left;
  }
  if (t.operation_open) {
    s.operation = t.operation + 1;
    if (!t.operation_stepped) {
      t.operation_stepped = true;
      flags |= step_first_of_operation;
      engine.subject->on_call(ClientId{static_cast<std::uint32_t>(t.info.client)}, t.operation,
                              index);
    }
  }
  s.flags = static_cast<std::uint16_t>(flags);
  t.last_step = index + 1;
  engine.last_stepped = static_cast<int>(next);
  engine.outcome.assumed_fairness |= o.held_back;
}

DecisionView view_of(const Options& o, bool current_can_go_on) {
  DecisionView v;
  v.pending = [](unsigned thread) -> const PendingOp& { return engine.threads[thread].pending; };
  v.threads = engine.count;
  v.options = o.all;
  v.by_timeout = o.by_timeout;
  v.by_spurious = o.by_spurious;
  v.by_world = o.by_world;
  v.current = engine.last_stepped;
  v.current_can_go_on = current_can_go_on;
  v.step = static_cast<std::uint32_t>(engine.trace->steps.size());
  v.trace = engine.trace;
  return v;
}

// Chooses what comes next and records it.
[[gnu::always_inline]] inline unsigned choose_next() {
  if (engine.trace->steps.size() >= engine.options.steps_max) {
    end_run(OutcomeKind::step_limit, "the limit of " + std::to_string(engine.options.steps_max) +
                                         " steps was reached: the program may just be longer, or "
                                         "never end; last: " +
                                         thread_name(self()) + " in " +
                                         name_of(current_thread->pending.kind));
  }
  Options o;
  options_now(o);
  if (o.all == 0) {
    deadlock();
  }
  const std::uint64_t last =
      engine.last_stepped < 0 ? 0 : bit(static_cast<unsigned>(engine.last_stepped));
  const bool can_go_on = (o.all & ~(o.by_timeout | o.by_spurious) & last) != 0;
  unsigned next;
  if (!several(o.all)) {
    next = static_cast<unsigned>(std::countr_zero(o.all));
  } else {
    next = engine.chooser->choose_thread(view_of(o, can_go_on));
    ONCELAB_ASSERT(next < engine.count && (o.all & bit(next)) != 0);
  }
  if (is_world(next)) {
    happen(next, o.all);
  } else {
    record(next, o, can_go_on);
  }
  return next;
}

// Runs on the thread that has just declared its next operation (or finished).
[[gnu::always_inline]] inline void schedule() {
  if (engine.unstarted != 0) {
    // Newly created clients run up to their first operation, in order. No step, no choice.
    const auto next = static_cast<unsigned>(std::countr_zero(engine.unstarted));
    engine.unstarted &= engine.unstarted - 1;
    switch_to(next);
    return;
  }
  unsigned next = choose_next();
  while (is_world(next)) {
    next = choose_next();
  }
  switch_to(next);
}

void declare(OpKind kind, std::uint32_t object_index, const void* address, const void* caller,
             std::uint32_t second, bool timed) {
  PendingOp& p = current_thread->pending;
  p.kind = kind;
  p.timed = timed;
  p.object = object_index;
  p.second = second;
  p.address = address;
  p.caller = caller;
}

void resumed() {
  if (engine.options.explain) {
    note_step_stack();
  }
}

}  // namespace

void park(OpKind kind, std::uint32_t object_index, const void* address, const void* caller,
          std::uint32_t second) {
  declare(kind, object_index, address, caller, second, false);
  schedule();
  current_thread->pending.kind = OpKind::none;
  resumed();
}

void park_waiter(OpKind kind, std::uint32_t object_index, const void* caller, const Wait& wait) {
  declare(kind, object_index, nullptr, caller, wait.second, wait.timed);
  Thread& t = *current_thread;
  t.woken = false;
  t.deadline_ns = wait.deadline_ns;
  t.wait_order = engine.waits++;
  schedule();
  current_thread->pending.kind = OpKind::none;
  current_thread->pending.timed = false;
  resumed();
}

Step& current_step() { return engine.trace->steps[current_thread->last_step - 1]; }

void finish_thread() {
  Thread& t = *current_thread;
  t.finished = true;
  t.pending.kind = OpKind::none;
  schedule();
  ONCELAB_ASSERT(false && "a finished thread was resumed");
}

namespace {
std::uint64_t identity_of(std::uintptr_t a) {
  if (in_region(a)) {
    const unsigned slot = slot_of(a);
    const std::uint64_t owner = slot == boot_slot ? 1 : engine.threads[slot].info.identity;
    return (owner * 0x9E3779B97F4A7C15ULL) ^ (a - region_base) % slot_bytes;
  }
  return identity_in_world(a).value_or(a);
}
}  // namespace

std::uint32_t object_at(const void* address) {
  Cell& cell = engine.shadow.at(reinterpret_cast<std::uintptr_t>(address));
  for (std::uint32_t i = cell.object; i != no_object; i = object(i).next) {
    if (object(i).address == address) {
      return i;
    }
  }
  const unsigned index = engine.objects_used++;
  if (index == engine.objects.size()) {
    engine.objects.resize(std::size_t{index} * 2);
  }
  SyncObject& o = engine.objects[index];
  o.address = address;
  o.next = cell.object;
  o.version = 0;
  o.owner = -1;
  o.count = o.readers = 0;
  o.clock_threads = 0;
  o.identity = identity_of(reinterpret_cast<std::uintptr_t>(address));
  engine.trace->objects.push_back({o.address, o.identity});
  cell.object = index;
  return index;
}

namespace {
unsigned ask_for_value(const DecisionView& view, OpKind kind, unsigned options) {
  const unsigned taken = engine.chooser->choose_value(view, kind, options);
  ONCELAB_ASSERT(taken < options);
  // Of the step that is being made, which is the latest.
  engine.trace->steps.back().choice = {static_cast<std::uint8_t>(options),
                                       static_cast<std::uint8_t>(taken)};
  return taken;
}
}  // namespace

unsigned choose_value(OpKind kind, unsigned options) {
  return options < 2 ? 0 : ask_for_value(view_of({}, false), kind, options);
}

unsigned choose_fault(std::span<const FaultKind> ways) {
  if (engine.options.faults_max == 0 || ways.empty()) {
    return 0;
  }
  const Step& step = engine.trace->steps.back();
  DecisionView view = view_of({}, false);
  view.fault_site = std::uint64_t{1} << 63U | std::uint64_t{step.object} << 8U |
                    static_cast<std::uint64_t>(step.kind);
  // Asked also where no fault is left: whether it was asked must not depend on other threads.
  const unsigned options = engine.faults_left == 0 ? 1 : static_cast<unsigned>(ways.size()) + 1;
  const unsigned taken = ask_for_value(view, OpKind::fault_point, options);
  if (taken == 0) {
    return 0;
  }
  --engine.faults_left;
  Step& failed = engine.trace->steps.back();
  failed.flags |= step_fault;
  failed.fault = ways[taken - 1];
  return taken;
}

bool fails_spuriously(OpKind kind) {
  if (engine.spurious_left == 0) {
    ++engine.outcome.spurious_cut;
    return false;
  }
  if (choose_value(kind, 2) == 0) {
    return false;
  }
  --engine.spurious_left;
  current_step().flags |= step_spurious;
  return true;
}

unsigned wake(OpKind waiting_as, OpKind waking, std::uint32_t object_index, unsigned n) {
  unsigned woken = 0;
  for (; woken < n; ++woken) {
    std::array<unsigned, threads_max> waiters{};
    unsigned count = 0;
    for (unsigned i = 0; i < engine.count; ++i) {
      const Thread& t = engine.threads[i];
      if (!t.finished && t.pending.kind == waiting_as && t.pending.object == object_index &&
          !t.woken) {
        unsigned at = count++;
        for (; at > 0 && engine.threads[waiters[at - 1]].wait_order > t.wait_order; --at) {
          waiters[at] = waiters[at - 1];
        }
        waiters[at] = i;
      }
    }
    if (count == 0) {
      break;
    }
    // Waking all of them leaves nothing to choose.
    const unsigned taken = n - woken >= count ? 0 : choose_value(waking, count);
    Thread& t = engine.threads[waiters[taken]];
    t.woken = true;
    if (t.pending.timed) {
      current_step().flags |= step_has_deadline;
    }
    if (waiting_as == OpKind::condition_block) {
      // A woken waiter's next step is to take its mutex back.
      t.pending.kind = OpKind::mutex_lock;
      t.pending.object = t.pending.second;
      t.pending.timed = false;
    }
    current_step().value |= bit(waiters[taken]);
  }
  return woken;
}

void note_read(std::uint32_t object_index) {
  constexpr std::uint32_t patience = 8;
  LastReads& last = current_thread->last_reads;
  const std::uint32_t version = object(object_index).version;
  for (auto& read : last.reads) {
    if (read.object == object_index) {
      last.unchanged = read.version == version ? last.unchanged + 1 : 0;
      read.version = version;
      if (last.unchanged >= patience) {
        engine.demoted |= bit(self());
      }
      return;
    }
  }
  last.reads[last.next] = {object_index, version};
  last.next = (last.next + 1) % static_cast<std::uint32_t>(last.reads.size());
  last.unchanged = 0;
}

void note_write(std::uint32_t object_index) {
  ++object(object_index).version;
  current_thread->last_reads = {};
  engine.demoted = 0;  // there is something new to look at
}

void note_yield() { engine.demoted |= bit(self()); }

std::string thread_name(unsigned thread) {
  const auto& info = engine.threads[thread].info;
  if (info.client >= 0) {
    return "client " + std::to_string(info.client);
  }
  if (info.role == ThreadRole::recovery) {
    return "the recovery of process " + std::to_string(info.process);
  }
  return thread == 0 ? std::string("the main thread") : "thread " + std::to_string(thread);
}

}  // namespace oncelab::runtime::detail
