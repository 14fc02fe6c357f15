#include <oncelab/core/lab/runtime/races.hpp>

#include <cstring>

#include <oncelab/core/lab/runtime/stacks.hpp>

namespace oncelab::runtime::detail {

// Clocks are short; whole blocks of four entries are cheaper than a call of memcpy.
void VectorClock::clear(unsigned n) {
  for (unsigned i = 0; i < n; i += 4) {
    __builtin_memset(&at[i], 0, 4 * sizeof(at[0]));
  }
}
void VectorClock::copy(const VectorClock& other, unsigned n) {
  for (unsigned i = 0; i < n; i += 4) {
    __builtin_memcpy(&at[i], &other.at[i], 4 * sizeof(at[0]));
  }
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
const void* caller_of(std::uint32_t code) { return __start_oncelab_text + code; }

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
                                      word(report.second) + " of the same memory are not ordered");
}

// Is that access unordered with what the current thread does now?
bool unordered(Epoch e) {
  return e.clock() > current_thread->clock.at[e.thread()] && e.thread() != self();
}

struct Now {  // the access being made
  std::uintptr_t address;
  Epoch epoch;
  AccessKind kind;
  const void* caller;
};

void check_against_write(const Access& a, const Now& now) {
  if (unordered(a.write) && !(now.epoch.atomic() && a.write.atomic())) {
    race(now.address, {a.write.thread(), true, a.write.atomic(), {caller_of(a.write_code)}},
         now.kind, now.caller);
  }
}

void check_against_readers(const Access& a, const Now& now) {
  const auto& readers = engine.shadow.readers(a.shared);
  for (unsigned t = 0; t < engine.count; ++t) {
    const Epoch e = readers.read[t];
    if (unordered(e) && !(now.epoch.atomic() && e.atomic())) {
      race(now.address, {t, false, e.atomic(), {caller_of(readers.code[t])}}, now.kind, now.caller);
    }
  }
}

void check_against_reads(const Access& a, const Now& now) {
  if (a.shared != 0) {
    check_against_readers(a, now);
  } else if (unordered(a.read) && !(now.epoch.atomic() && a.read.atomic())) {
    race(now.address, {a.read.thread(), false, a.read.atomic(), {caller_of(a.read_code)}}, now.kind,
         now.caller);
  }
}

void set_write(Access& a, const Now& now) {
  a.write = now.epoch;
  a.write_code = code_of(now.caller);
}

void set_read(Access& a, const Now& now) {
  a.read = now.epoch;
  a.read_code = code_of(now.caller);
}

void add_reader(Access& a, const Now& now) {
  if (a.shared == 0) {
    a.shared = engine.shadow.new_readers();
    auto& first = engine.shadow.readers(a.shared);
    first.read[a.read.thread()] = a.read;
    first.code[a.read.thread()] = a.read_code;
  }
  auto& readers = engine.shadow.readers(a.shared);
  readers.read[now.epoch.thread()] = now.epoch;
  readers.code[now.epoch.thread()] = code_of(now.caller);
}

void forget_reads(Access& a) {
  a.read = Epoch{};
  a.shared = 0;
}

// One byte.
void check_byte(Access& a, const Now& now) {
  check_against_write(a, now);
  if (is_write(now.kind)) {
    check_against_reads(a, now);
    set_write(a, now);
    if (!now.epoch.atomic()) {  // ordered after every read so far, so it stands for them
      forget_reads(a);
    }
  } else if (a.shared != 0 || unordered(a.read)) {
    add_reader(a, now);
  } else {
    set_read(a, now);
  }
}

void split(Cell& cell) {
  cell.split = engine.shadow.new_bytes();
  auto& bytes = engine.shadow.bytes(cell.split);
  for (unsigned i = 0; i < 8; ++i) {
    Access& a = bytes.access[i];
    a = cell.access;
    if ((cell.write_mask >> i & 1U) == 0) {
      a.write = Epoch{};
    }
    if ((cell.read_mask >> i & 1U) == 0) {
      forget_reads(a);
    } else if (a.shared != 0) {  // each byte goes on with readers of its own
      const auto copy = engine.shadow.new_readers();
      engine.shadow.readers(copy) = engine.shadow.readers(a.shared);
      a.shared = copy;
    }
  }
}

// The granule's one record, as long as it can say everything exactly; false: split it.
bool check_masked(Cell& cell, unsigned mask, const Now& now) {
  Access& a = cell.access;
  if ((cell.write_mask & mask) != 0) {
    check_against_write(a, now);
  }
  const bool my_write = a.write == now.epoch;
  if (is_write(now.kind)) {
    if ((cell.read_mask & mask) != 0) {
      check_against_reads(a, now);
    }
    if (my_write) {
      cell.write_mask |= static_cast<std::uint8_t>(mask);
      return true;
    }
    if ((cell.write_mask & ~mask) != 0) {
      return false;
    }
    set_write(a, now);
    cell.write_mask = static_cast<std::uint8_t>(mask);
    if (!now.epoch.atomic() && (cell.read_mask & ~mask) == 0) {
      cell.read_mask = 0;
      forget_reads(a);
    }
    return true;
  }
  if (a.shared != 0 || unordered(a.read)) {
    if (cell.read_mask != mask) {
      return false;
    }
    add_reader(a, now);
    return true;
  }
  if (a.read == now.epoch) {
    cell.read_mask |= static_cast<std::uint8_t>(mask);
    return true;
  }
  if ((cell.read_mask & ~mask) != 0) {
    return false;
  }
  set_read(a, now);
  cell.read_mask = static_cast<std::uint8_t>(mask);
  return true;
}

[[noreturn, gnu::noinline]] void use_after_free() {
  end_run(OutcomeKind::memory_error,
          "use after free: " + thread_name(self()) + " accesses memory that was freed before");
}

void refuse_freed(const Cell& cell) {
  if (cell.freed) {
    use_after_free();
  }
}

// Nobody accessed these bytes in this run before.
void first_access(Cell& cell, unsigned mask, const Now& now) {
  const auto bytes = static_cast<std::uint8_t>(mask);
  const std::uint32_t code = code_of(now.caller);
  if (is_write(now.kind)) {
    engine.shadow.renew(cell, {now.epoch, {}, code, 0, 0}, bytes, 0);
  } else {
    engine.shadow.renew(cell, {{}, now.epoch, 0, code, 0}, 0, bytes);
  }
}

[[gnu::noinline]] void access_granule(Cell& cell, unsigned mask, Now& now) {
  refuse_freed(cell);
  if (cell.split == 0) {
    if (check_masked(cell, mask, now)) {
      return;
    }
    split(cell);
  }
  const std::uintptr_t granule = now.address;
  for (unsigned i = 0; i < 8; ++i) {
    if ((mask >> i & 1U) != 0) {
      now.address = granule + i;
      check_byte(engine.shadow.bytes(cell.split).access[i], now);
    }
  }
  now.address = granule;
}

// Has this thread accessed these bytes in the same epoch already, as strongly?
bool seen(const Cell& cell, unsigned mask, Epoch epoch, bool write) {
  const bool written = cell.access.write == epoch && (mask & ~unsigned{cell.write_mask}) == 0;
  const bool read = !write && cell.access.read == epoch && (mask & ~unsigned{cell.read_mask}) == 0;
  return (written || read) && cell.split == 0 && !cell.freed;
}

[[gnu::noinline]] void access_long(std::uintptr_t address, std::size_t bytes, Now& now) {
  const std::uintptr_t end = address + bytes;
  for (; now.address < end; now.address += 8) {
    unsigned mask = 0xFF;
    if (now.address < address) {
      mask &= 0xFFU << (address - now.address);
    }
    if (now.address + 8 > end) {
      mask &= 0xFFU >> (now.address + 8 - end);
    }
    Cell& cell = engine.shadow.maybe_old(now.address);
    if (!engine.shadow.is_old(cell)) {
      engine.alone ? refuse_freed(cell) : access_granule(cell, mask & 0xFFU, now);
    } else if (!engine.alone) {
      first_access(cell, mask & 0xFFU, now);
    }
  }
}

}  // namespace

void access(std::uintptr_t address, std::size_t bytes, AccessKind kind, const void* caller) {
  if (!engine.options.detect_races || thread_locals.contains(address)) {
    return;  // a thread_local lies at one address for all logical threads
  }
  if (engine.options.explain) {
    note_access_stack(address);
  }
  const unsigned me = self();
  const Epoch epoch(current_thread->clock.at[me], me, is_atomic(kind));
  const std::uintptr_t granule = address & ~std::uintptr_t{7};
  const auto first = static_cast<unsigned>(address & 7U);
  if (first + bytes > 8) {
    Now now{granule, epoch, kind, caller};
    access_long(address, bytes, now);
    return;
  }
  const unsigned mask = ((1U << bytes) - 1U) << first;
  Cell& cell = engine.shadow.maybe_old(granule);
  if (engine.shadow.is_old(cell)) {
    if (!engine.alone) {
      first_access(cell, mask, {granule, epoch, kind, caller});
    }
    return;
  }
  if (engine.alone) {
    refuse_freed(cell);
    return;
  }
  if (!seen(cell, mask, epoch, is_write(kind))) {
    Now now{granule, epoch, kind, caller};
    access_granule(cell, mask, now);
  }
}

void forget_accesses(std::uintptr_t address, std::size_t bytes) {
  for (std::uintptr_t granule = address & ~std::uintptr_t{7}; granule < address + bytes;
       granule += 8) {
    engine.shadow.forget(granule);
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

void acquire(SyncObject& from) { current_thread->clock.join(from.clock, from.clock_threads); }
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
