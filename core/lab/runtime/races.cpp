#include <oncelab/core/lab/runtime/races.hpp>

#include <cstring>

#include <oncelab/core/lab/runtime/stacks.hpp>

namespace oncelab::runtime::detail {

void VectorClock::clear(unsigned n) { std::memset(at.data(), 0, n * sizeof(at[0])); }
void VectorClock::copy(const VectorClock& other, unsigned n) {
  std::memcpy(at.data(), other.at.data(), n * sizeof(at[0]));
}
void VectorClock::join(const VectorClock& other, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    at[i] = at[i] < other.at[i] ? other.at[i] : at[i];
  }
}

namespace {

std::uint32_t code_of(const void* caller) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(caller) -
                                    reinterpret_cast<std::uintptr_t>(__start_oncelab_text));
}
const void* caller_of(std::uint32_t code) {
  return __start_oncelab_text + code;
}

bool is_write(AccessKind kind) {
  return kind == AccessKind::write || kind == AccessKind::atomic_write;
}
bool is_atomic(AccessKind kind) {
  return kind == AccessKind::atomic_read || kind == AccessKind::atomic_write;
}

[[noreturn]] void race(std::uintptr_t address, RaceReport::Side before, AccessKind kind,
                       const void* caller) {
  auto& report = engine.outcome.race;
  report.address = reinterpret_cast<const void*>(address);
  report.first = std::move(before);
  report.second = {self(), is_write(kind), is_atomic(kind), {caller}};
  attach_race_stacks(report);
  auto word = [](const RaceReport::Side& s) {
    return std::string(s.atomic ? "an atomic " : "a ") + (s.write ? "write" : "read") + " by " +
           thread_name(s.thread);
  };
  end_run(OutcomeKind::data_race, "data race: " + word(report.first) + " and " +
                                      word(report.second) +
                                      " of the same memory are not ordered");
}

// Is the access with this clock by that thread unordered with what the current thread does now?
bool unordered(std::uint32_t clock, unsigned thread) {
  return clock > current_thread->clock.at[thread] && thread != self();
}

void check(Access& a, std::uintptr_t address, AccessKind kind, const void* caller) {
  const bool atomic = is_atomic(kind);
  if (unordered(a.write_clock, a.write_thread) && !(atomic && a.write_atomic)) {
    race(address, {a.write_thread, true, a.write_atomic, {caller_of(a.write_code)}}, kind, caller);
  }
  const auto me = static_cast<std::uint8_t>(self());
  const std::uint32_t now = current_thread->clock.at[me];
  if (is_write(kind)) {
    if (a.shared != 0) {
      const auto& readers = engine.shadow.readers(a.shared);
      for (unsigned t = 0; t < engine.count; ++t) {
        if (unordered(readers.clock[t], t) && !(atomic && readers.atomic[t])) {
          race(address, {t, false, readers.atomic[t], {caller_of(readers.code[t])}}, kind, caller);
        }
      }
    } else if (unordered(a.read_clock, a.read_thread) && !(atomic && a.read_atomic)) {
      race(address, {a.read_thread, false, a.read_atomic, {caller_of(a.read_code)}}, kind, caller);
    }
    a.write_clock = now;
    a.write_thread = me;
    a.write_atomic = atomic;
    a.write_code = code_of(caller);
    if (!atomic) {  // ordered after every read so far, so it stands for them
      a.shared = 0;
      a.read_clock = 0;
    }
    return;
  }
  if (a.shared == 0 && unordered(a.read_clock, a.read_thread)) {
    a.shared = engine.shadow.new_readers();
    auto& readers = engine.shadow.readers(a.shared);
    readers.clock[a.read_thread] = a.read_clock;
    readers.code[a.read_thread] = a.read_code;
    readers.atomic[a.read_thread] = a.read_atomic;
  }
  if (a.shared != 0) {
    auto& readers = engine.shadow.readers(a.shared);
    readers.clock[me] = now;
    readers.code[me] = code_of(caller);
    readers.atomic[me] = atomic;
    return;
  }
  a.read_clock = now;
  a.read_thread = me;
  a.read_atomic = atomic;
  a.read_code = code_of(caller);
}

void split(Cell& cell) {
  cell.split = engine.shadow.new_bytes();
  auto& bytes = engine.shadow.bytes(cell.split);
  for (unsigned i = 0; i < 8; ++i) {
    if ((cell.mask >> i & 1U) != 0) {
      bytes.access[i] = cell.access;
    }
  }
}

void access_granule(std::uintptr_t address, std::uint8_t mask, AccessKind kind,
                    const void* caller) {
  Cell& cell = engine.shadow.at(address);
  if (cell.freed) {
    note_access_stack(address);
    end_run(OutcomeKind::memory_error, "use after free: " + thread_name(self()) +
                                           " accesses memory that was freed before");
  }
  if (cell.split == 0) {
    if (cell.mask == mask) {
      check(cell.access, address, kind, caller);
      return;
    }
    if (cell.mask == 0) {
      cell.mask = mask;
      check(cell.access, address, kind, caller);
      return;
    }
    split(cell);
  }
  for (unsigned i = 0; i < 8; ++i) {
    if ((mask >> i & 1U) != 0) {
      check(engine.shadow.bytes(cell.split).access[i], address + i, kind, caller);
    }
  }
}

}  // namespace

void access(std::uintptr_t address, std::size_t bytes, AccessKind kind, const void* caller) {
  if (thread_locals.contains(address) || !engine.options.detect_races) {
    return;  // a thread_local lies at one address for all logical threads
  }
  if (engine.options.explain) {
    note_access_stack(address);
  }
  const std::uintptr_t end = address + bytes;
  for (std::uintptr_t granule = address & ~std::uintptr_t{7}; granule < end; granule += 8) {
    unsigned mask = 0xFF;
    if (granule < address) {
      mask &= 0xFFU << (address - granule);
    }
    if (granule + 8 > end) {
      mask &= 0xFFU >> (granule + 8 - end);
    }
    access_granule(granule, static_cast<std::uint8_t>(mask & 0xFFU), kind, caller);
  }
}

void access_free(std::uintptr_t address, std::size_t bytes, const void* caller) {
  access(address, bytes, AccessKind::write, caller);
  for (std::uintptr_t granule = address & ~std::uintptr_t{7}; granule < address + bytes;
       granule += 8) {
    engine.shadow.at(granule).freed = true;
  }
}

namespace {

// A clock holds entries for the threads that existed when it was last written; threads created
// since have entry 0 in it.
void extend(SyncObject& o) {
  for (; o.clock_threads < engine.count; ++o.clock_threads) {
    o.clock.at[o.clock_threads] = 0;
    o.read_clock.at[o.clock_threads] = 0;
  }
}
void tick() { ++current_thread->clock.at[self()]; }

}  // namespace

void acquire(SyncObject& from) {
  current_thread->clock.join(from.clock, from.clock_threads);
}
void acquire_readers(SyncObject& from) {
  current_thread->clock.join(from.read_clock, from.clock_threads);
}
void release(SyncObject& to) {
  extend(to);
  to.clock.copy(current_thread->clock, engine.count);
  tick();
}
void release_join(SyncObject& to) {
  extend(to);
  to.clock.join(current_thread->clock, engine.count);
  tick();
}
void release_join_clock(SyncObject& to, const VectorClock& clock) {
  extend(to);
  to.clock.join(clock, engine.count);
}
void release_reader(SyncObject& to) {
  extend(to);
  to.read_clock.join(current_thread->clock, engine.count);
  tick();
}
void release_nothing(SyncObject& to) { to.clock.clear(to.clock_threads); }
void join_thread(unsigned child) {
  current_thread->clock.join(engine.threads[child].clock, engine.count);
}

}  // namespace oncelab::runtime::detail
