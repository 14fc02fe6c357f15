#include <oncelab/core/lab/runtime/world.hpp>

#include <array>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/runtime/fiber.hpp>
#include <oncelab/core/lab/runtime/isolation.hpp>
#include <oncelab/core/lab/runtime/memory_map.hpp>
#include <oncelab/core/lab/runtime/options.hpp>
#include <oncelab/core/lab/runtime/stacks.hpp>

namespace oncelab::runtime::detail {

namespace {

constexpr unsigned processes_max = 15;
constexpr std::uint64_t world_identity = 0xA0761D6478BD642FULL;

// Addresses that stand for objects of the world: processes from the end, the others from the start.
constexpr std::size_t places = world_objects_max + processes_max + 1;
const char world_places[places] = {};

const void* place_of_process(unsigned process) { return &world_places[places - 1 - process]; }

struct Process {
  std::uint64_t clients_down = 0;  // clients that had not returned when it crashed
  std::uint32_t incarnation = 0;
};
std::array<Process, processes_max + 1> processes;
bool crashed = false;  // in this run

std::uint64_t identity_of_recovery(unsigned process) {
  return (world_identity ^ (std::uint64_t{process} << 32U | processes[process].incarnation)) *
         0xBF58476D1CE4E5B9ULL;
}

void* client_body(void* argument) {
  engine.subject->client(
      ClientId{static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(argument))});
  return nullptr;
}

void* recovery_body(void* argument) {
  const auto process = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(argument));
  engine.subject->on_restart(process, current_thread->last_step - 1);
  engine.subject->recover(process);
  std::uint64_t& down = processes[process].clients_down;
  for (unsigned client = 0; client < engine.subject->clients(); ++client) {
    if ((down & bit(client)) != 0) {
      spawn_client(ClientId{client}, process);
    }
  }
  down = 0;
  return nullptr;
}

// What nobody creates: it is no child of the thread that happens to run.
unsigned spawn_orphan(void* (*entry)(void*), unsigned process, OpKind first) {
  const unsigned number = spawn(entry, reinterpret_cast<void*>(std::uintptr_t{process}), first, -1);
  --current_thread->children;
  return number;
}

void add_entry(OpKind kind, unsigned process) {
  const unsigned entry = spawn_orphan(nullptr, process, kind);
  Thread& t = engine.threads[entry];
  t.pending.object = object_at(kind == OpKind::crash ? place_of_process(process) : clock_place());
  t.info.role = ThreadRole::world;
  t.info.of = static_cast<std::uint8_t>(process);
  t.info.identity = (world_identity + process) * 0x94D049BB133111EBULL;
  engine.trace->threads.back() = t.info;
  engine.world |= bit(entry);
}

// Of the process's threads, where they stand.
void end_threads(unsigned process) {
  for (unsigned i = 0; i < engine.count; ++i) {
    Thread& t = engine.threads[i];
    if (t.info.process != process || t.finished) {
      continue;
    }
    t.finished = true;
    t.pending = PendingOp{};
    t.info.crashed = engine.trace->threads[i].crashed = true;
    if (t.info.client >= 0 && static_cast<unsigned>(t.info.client) < engine.subject->clients()) {
      processes[process].clients_down |= bit(static_cast<unsigned>(t.info.client));
    }
  }
}

// The static data of a new incarnation is new, and so are the locks in it.
void renew_static_data() {
  restore_snapshot();
  for (unsigned i = 1; i < engine.objects_used; ++i) {
    SyncObject& o = object(i);
    const auto a = reinterpret_cast<std::uintptr_t>(o.address);
    if (unit().data.contains(a) || unit().bss.contains(a)) {
      o.address = nullptr;  // whoever comes to that address finds another object
    }
  }
}

void start_recovery(unsigned process, unsigned crash) {
  const unsigned number = spawn_orphan(recovery_body, process, OpKind::restart);
  Thread& t = engine.threads[number];
  t.pending.object = engine.threads[crash].pending.object;
  t.info.parent = static_cast<std::int16_t>(crash);
  t.info.role = ThreadRole::recovery;
  t.info.process = static_cast<std::uint8_t>(process);
  t.info.identity = identity_of_recovery(process);
  t.info.created_after = engine.threads[crash].last_step;
  engine.trace->threads.back() = t.info;
  // Everything that the process did is over.
  for (unsigned i = 0; i < engine.count; ++i) {
    if (i != number && (engine.threads[i].info.process == process || i == 0)) {
      t.clock.join(engine.threads[i].clock, engine.count);
    }
  }
}

void crash(unsigned entry) {
  const unsigned process = process_of_crash(engine.threads[entry]);
  --engine.crashes_left;
  crashed = true;
  end_threads(process);
  ++processes[process].incarnation;
  const auto step = static_cast<std::uint32_t>(engine.trace->steps.size()) - 1;
  engine.subject->on_crash(process, step);
  if (engine.subject->processes() == 1) {
    renew_static_data();
  }
  start_recovery(process, entry);
}

void step_clock() {
  --engine.clock_steps_left;
  const auto amounts = engine.subject->clock_steps_ns();
  const std::uint64_t ns =
      amounts[choose_value(OpKind::clock_step, static_cast<unsigned>(amounts.size()))];
  engine.now_ns += ns;
  Step& step = engine.trace->steps.back();
  step.value = ns;
  engine.demoted = 0;
  engine.subject->on_clock_step(ns, static_cast<std::uint32_t>(engine.trace->steps.size()) - 1);
}

}  // namespace

std::optional<std::uint64_t> identity_in_world(std::uintptr_t address) {
  const auto first = reinterpret_cast<std::uintptr_t>(&world_places[0]);
  if (address == reinterpret_cast<std::uintptr_t>(clock_place())) {
    return world_identity;
  }
  if (address < first || address >= first + places) {
    return std::nullopt;
  }
  return (world_identity + 1 + (address - first)) * 0x9E3779B97F4A7C15ULL;
}

void add_world() {
  if (crashed) {
    processes = {};
    crashed = false;
  }
  if (engine.options.crashes_max == 0 && engine.options.clock_steps_max == 0) {
    return;
  }
  const unsigned n = engine.subject->processes();
  ONCELAB_ASSERT(n <= processes_max);
  if (engine.options.crashes_max != 0) {
    for (unsigned process = 1; process <= n; ++process) {
      add_entry(OpKind::crash, process);
    }
  }
  if (engine.options.clock_steps_max != 0 && !engine.subject->clock_steps_ns().empty()) {
    add_entry(OpKind::clock_step, 0);
  }
}

void spawn_client(ClientId id, unsigned process) {
  const unsigned number = spawn(client_body, reinterpret_cast<void*>(std::uintptr_t{raw(id)}),
                                OpKind::begin, static_cast<int>(raw(id)));
  engine.unstarted |= bit(number);
  if (process == 0) {
    return;
  }
  Thread& t = engine.threads[number];
  t.info.process = static_cast<std::uint8_t>(process);
  if (const ThreadInfo& parent = engine.threads[self()].info; parent.role == ThreadRole::recovery) {
    // Which of its children it is depends on when the process crashed.
    t.info.identity = (parent.identity + 1 + raw(id)) * 0x94D049BB133111EBULL;
  }
  engine.trace->threads.back() = t.info;
}

void happen(unsigned entry, std::uint64_t enabled) {
  Thread& t = engine.threads[entry];
  Step& s = engine.trace->steps.emplace_back();
  s.thread = static_cast<std::uint8_t>(entry);
  s.kind = t.pending.kind;
  s.object = t.pending.object;
  s.process = static_cast<std::uint8_t>(process_of_crash(t));
  if (several(enabled)) {
    s.enabled = enabled;
    ++engine.outcome.decisions;
  }
  t.last_step = static_cast<std::uint32_t>(engine.trace->steps.size());
  if (engine.options.explain) {
    note_no_stack();
  }
  if (s.kind == OpKind::crash) {
    crash(entry);
  } else {
    step_clock();
  }
}

}  // namespace oncelab::runtime::detail

namespace oncelab::runtime {

using namespace detail;

void world_step(OpKind kind, std::uint32_t object) {
  ONCELAB_ASSERT(object < world_objects_max);
  park(kind, object_at(&world_places[object]), nullptr, nullptr);
}

unsigned fault(std::span<const FaultKind> ways) { return choose_fault(ways); }

bool faults_are_possible() { return engine.options.faults_max != 0; }
void no_more_faults() { engine.faults_left = 0; }

unsigned fault_point(std::uint32_t object, std::span<const FaultKind> ways) {
  if (engine.options.faults_max == 0) {
    return 0;
  }
  world_step(OpKind::fault_point, object);
  return choose_fault(ways);
}

unsigned aftermath(unsigned ways) { return choose_value(OpKind::crash, ways); }

void note_losses(unsigned kept, unsigned lost, unsigned torn) {
  engine.trace->steps.back().value = pack_losses({kept, lost, torn});
}

void start_client(ClientId id, unsigned process, ThreadRole role) {
  spawn_client(id, process);
  engine.threads[engine.count - 1].info.role = role;
  engine.trace->threads.back().role = role;
}

std::optional<ClientId> current_client() {
  const int client = current_thread->info.client;
  return client < 0 ? std::nullopt : std::optional(ClientId{static_cast<std::uint32_t>(client)});
}

std::uint64_t now_ns() { return engine.now_ns; }

std::uint32_t incarnation(unsigned process) { return processes[process].incarnation; }

}  // namespace oncelab::runtime
