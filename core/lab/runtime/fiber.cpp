#include <oncelab/core/lab/runtime/fiber.hpp>

#include <exception>
#include <typeinfo>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/runtime/isolation.hpp>
#include <oncelab/core/lab/runtime/races.hpp>
#include <oncelab/core/lab/runtime/stacks.hpp>

#ifdef ONCELAB_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#ifdef ONCELAB_ASAN
// A run that ends early leaves its objects behind; that is not a leak of ours.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0:detect_stack_use_after_return=0";
}
#endif

namespace oncelab::runtime::detail {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

namespace {

std::size_t stack_bytes() { return std::size_t{engine.options.stack_kb} << 10U; }

#ifdef ONCELAB_ASAN
const void* host_stack_bottom = nullptr;
std::size_t host_stack_size = 0;
void forget_stack_poison(unsigned slot) {
  __asan_unpoison_memory_region(stack_top(slot) - stack_bytes(), stack_bytes());
}
#else
void forget_stack_poison(unsigned) {}
#endif

void arrive(transfer_t from) {
  if (from.data != nullptr) {
    static_cast<Thread*>(from.data)->context = from.fctx;
  } else {
    engine.host = from.fctx;
  }
  announce_arrival(from.data == nullptr);
}

std::string text_of_current_exception() {
  try {
    throw;
  } catch (const std::exception& e) {
    return std::string(typeid(e).name()) + ": " + e.what();
  } catch (...) {
    return "not derived from std::exception";
  }
}

void run_exit_hooks(Thread& t) {
  while (!t.exit_hooks.empty()) {
    const ExitHook hook = t.exit_hooks.back();
    t.exit_hooks.pop_back();
    hook.function(hook.object);
  }
}

void fiber_entry(transfer_t from) {
  arrive(from);
  Thread& t = *current_thread;
  if ((t.pending.kind == OpKind::thread_start || t.pending.kind == OpKind::restart) &&
      engine.options.explain) {
    note_step_stack();
  }
  t.pending.kind = OpKind::none;
  try {
    t.result = t.entry(t.argument);
    run_exit_hooks(t);
  } catch (...) {
    std::string what = text_of_current_exception();
    end_run(OutcomeKind::uncaught_exception,
            "an exception left " + thread_name(self()) + ": " + what);
  }
  if (t.info.client < 0 && self() != 0 && t.info.role == ThreadRole::program) {
    park(OpKind::thread_end, no_object, nullptr, nullptr);
    engine.demoted = 0;
  }
  finish_thread();
}

void to_host() {
  load_thread_state(engine.host_state);
  Thread* const leaving = current_thread;
  current_thread = nullptr;
  engine.current = -1;
  announce_switch(-1);
  jump_fcontext(engine.host, leaving);
}

}  // namespace

#ifdef ONCELAB_ASAN
void announce_switch(int next) {
  if (next < 0) {
    __sanitizer_start_switch_fiber(nullptr, host_stack_bottom, host_stack_size);
  } else {
    __sanitizer_start_switch_fiber(nullptr, stack_top(static_cast<unsigned>(next)) - stack_bytes(),
                                   stack_bytes());
  }
}
void announce_arrival(bool from_host) {
  const void* bottom = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(nullptr, &bottom, &size);
  if (from_host) {
    host_stack_bottom = bottom;
    host_stack_size = size;
  }
}
#endif

unsigned spawn(void* (*entry)(void*), void* argument, OpKind first, int client) {
  if (engine.count == threads_max) {
    end_run(OutcomeKind::arena_exhausted,
            "more than " + std::to_string(threads_max) + " threads in one run");
  }
  const unsigned number = engine.count++;
  Thread& t = engine.threads[number];
  prepare_stack(number, stack_bytes());
  forget_stack_poison(number);
  t.context = make_fcontext(stack_top(number), stack_bytes(), fiber_entry);
  t.pending = PendingOp{};
  t.pending.kind = first;
  t.finished = t.detached = t.woken = t.timed_out = t.spurious = false;
  t.operation_open = t.operation_stepped = false;
  t.operation = t.last_step = t.children = 0;
  t.last_reads = {};
  t.entry = entry;
  t.argument = argument;
  t.result = nullptr;
  t.exit_hooks.clear();
  t.key_values.clear();
  t.has_fence_release = t.has_fence_acquire = false;
  fresh_thread_state(t);
  engine.arenas[number].reset();
  // Identity: its parent's, and being its parent's k-th child.
  t.info = ThreadInfo{};
  t.info.client = static_cast<std::int16_t>(client);
  if (current_thread != nullptr) {
    Thread& parent = *current_thread;
    t.info.parent = static_cast<std::int16_t>(self());
    t.info.child = static_cast<std::uint16_t>(++parent.children);
    t.info.process = parent.info.process;
    t.info.created_after = parent.last_step != 0 ? parent.last_step : parent.info.created_after;
    t.info.identity = (parent.info.identity + t.info.child) * 0xBF58476D1CE4E5B9ULL;
    for (unsigned i = 0; i < number; ++i) {
      engine.threads[i].clock.at[number] = 0;
    }
    engine.alone = false;
    t.clock.copy(parent.clock, engine.count);
    ++parent.clock.at[self()];
  } else {
    t.info.identity = 1;
    t.clock.clear(engine.count);
  }
  t.clock.at[number] = 1;
  engine.trace->threads.push_back(t.info);
  return number;
}

void end_run(OutcomeKind kind, std::string text) {
  engine.outcome.kind = kind;
  engine.outcome.text = std::move(text);
  to_host();
  std::terminate();  // not reached
}

void enter_run() {
  save_thread_state(engine.host_state);
  load_thread_state(engine.threads[0]);
  current_thread = &engine.threads[0];
  engine.current = 0;
  announce_switch(0);
  jump_fcontext(engine.threads[0].context, nullptr);
  announce_arrival(false);
}

}  // namespace oncelab::runtime::detail
