#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/runtime/engine.hpp>
#include <oncelab/core/lab/runtime/fiber.hpp>
#include <oncelab/core/lab/runtime/isolation.hpp>
#include <oncelab/core/lab/runtime/options.hpp>
#include <oncelab/core/lab/runtime/races.hpp>
#include <oncelab/core/lab/runtime/signals.hpp>
#include <oncelab/core/lab/runtime/stacks.hpp>
#include <oncelab/core/lab/runtime/world.hpp>

namespace oncelab::runtime {

using namespace detail;

namespace {

void* main_body(void*) {
  Subject& subject = *engine.subject;
  subject.set_up();
  const unsigned n = subject.clients();
  for (unsigned i = 0; i < n; ++i) {
    spawn_client(ClientId{i}, subject.process_of(ClientId{i}));
  }
  add_world();
  park(OpKind::wait_for_clients, no_object, nullptr, nullptr);
  for (unsigned i = 0; i < engine.count; ++i) {
    if (is_awaited(engine.threads[i])) {
      join_thread(i);
    }
  }
  engine.alone = engine.count == n + 1 && engine.world == 0;  // the clients created no threads
  subject.finish();
  end_run(OutcomeKind::finished, {});
}

void first_run() {
  reserve_region();
  engine.shadow.reserve();
  for (unsigned slot = 0; slot < threads_max; ++slot) {
    engine.arenas[slot].attach(arena_of(slot), arena_bytes);
  }
  engine.sealed = true;
  engine.objects.resize(16);
  take_snapshot();
  install_signal_handlers();
  install_terminate_handler();
}

}  // namespace

Outcome run(Subject& subject, Chooser& chooser, const RunOptions& options, RunTrace& trace) {
  ONCELAB_ASSERT(!live());
  if (!engine.sealed) {
    first_run();
  }
  restore_snapshot();
  trace.clear();
  trace.objects.emplace_back();
  engine.subject = &subject;
  engine.chooser = &chooser;
  engine.options = options;
  engine.trace = &trace;
  engine.outcome = Outcome{};
  engine.count = 0;
  engine.last_stepped = -1;
  engine.unstarted = engine.demoted = 0;
  engine.now_ns = 1'000'000'000;
  engine.timeouts_left = options.timeouts_max;
  engine.spurious_left = options.spurious_max;
  engine.crashes_left = options.crashes_max;
  engine.clock_steps_left = options.clock_steps_max;
  engine.faults_left = options.faults_max;
  engine.world = 0;
  engine.waits = 0;
  engine.alone = true;
  engine.random = Prng(Seed{0});
  engine.objects_used = 1;
  engine.shadow.new_run();
  if (options.explain) {
    clear_stacks();
  }
  spawn(main_body, nullptr, OpKind::begin, -1);
  enter_run();
  engine.outcome.steps = static_cast<std::uint32_t>(trace.steps.size());
  engine.outcome.virtual_time_ns = engine.now_ns - 1'000'000'000;
  engine.subject = nullptr;
  engine.chooser = nullptr;
  engine.trace = nullptr;
  return std::move(engine.outcome);
}

std::uint32_t steps_so_far() { return static_cast<std::uint32_t>(engine.trace->steps.size()); }

void begin_operation(std::uint32_t operation) {
  Thread& t = *current_thread;
  ONCELAB_ASSERT(t.info.client >= 0 && !t.operation_open);
  t.operation_open = true;
  t.operation_stepped = false;
  t.operation = operation;
  if (calls_are_steps()) {
    park(OpKind::call, no_object, nullptr, nullptr);
  }
}

void end_operation() {
  Thread& t = *current_thread;
  ONCELAB_ASSERT(t.operation_open);
  if (calls_are_steps()) {
    park(OpKind::return_, no_object, nullptr, nullptr);
  } else if (!t.operation_stepped) {
    park(OpKind::synthetic, no_object, nullptr, nullptr);
  }
  t.operation_open = false;
  current_step().flags |= step_last_of_operation;
}

void abandon_operation() {
  ONCELAB_ASSERT(current_thread->operation_open);
  current_thread->operation_open = false;
}

void point() { park(OpKind::step, no_object, nullptr, __builtin_return_address(0)); }

void fail(std::string text) { end_run(OutcomeKind::failed, std::move(text)); }

}  // namespace oncelab::runtime
