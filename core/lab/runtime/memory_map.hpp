// Where logical threads keep their heap and stack, and how an address is classified.
//
// One region at a fixed address holds, per logical thread, an arena (bump allocation, never reused
// within a run) and a stack. Addresses are therefore the same in every run and every process, and
// an object's identity (thread, offset) does not depend on the interleaving.
// Static data and thread_locals of the instrumented unit are found by linker symbols.
#pragma once

#include <cstddef>
#include <cstdint>

#include <oncelab/core/lab/runtime/runtime.hpp>

extern "C" {
// Named by the linker after the unit's sections (cmake/unit.ld); absent without a unit.
extern char __start_oncelab_text[] __attribute__((weak));
extern char __stop_oncelab_text[] __attribute__((weak));
}

namespace oncelab::runtime::detail {

inline constexpr std::uintptr_t region_base = 0x2000'0000'0000;
inline constexpr std::size_t slot_bytes = std::size_t{128} << 20U;
inline constexpr std::size_t arena_bytes = std::size_t{96} << 20U;
inline constexpr unsigned boot_slot = threads_max;  // allocations made before the first run
inline constexpr unsigned slots = threads_max + 1;
inline constexpr std::size_t region_bytes = slots * slot_bytes;

/// Ends the process with one line and exit code 69: this much of it, for what is said, is not to be
/// had.
[[noreturn]] void no_address_space(std::size_t bytes, const char* for_what);

/// Reserves the region once, or ends the process.
void reserve_region();

[[nodiscard]] inline bool in_region(std::uintptr_t a) { return a - region_base < region_bytes; }
[[nodiscard]] inline unsigned slot_of(std::uintptr_t a) {
  return static_cast<unsigned>((a - region_base) / slot_bytes);
}
[[nodiscard]] inline char* arena_of(unsigned slot) {
  return reinterpret_cast<char*>(region_base + slot * slot_bytes);
}
[[nodiscard]] inline bool in_arena(std::uintptr_t a) {
  return in_region(a) && (a - region_base) % slot_bytes < arena_bytes;
}
/// One past the highest byte of the slot's stack; it grows down to its guard.
[[nodiscard]] inline char* stack_top(unsigned slot) { return arena_of(slot) + slot_bytes; }
/// Makes the slot's stack usable with this size (once per size); all between it and the arena is
/// made inaccessible, so that even a large frame beyond its end is noticed.
void prepare_stack(unsigned slot, std::size_t stack_bytes);
[[nodiscard]] bool in_stack_guard(std::uintptr_t a, std::size_t stack_bytes);

struct Range {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  [[nodiscard]] bool contains(std::uintptr_t a) const { return a - begin < end - begin; }
  [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// Bounds of the instrumented unit; empty ranges when the executable has none.
struct Unit {
  Range data, bss, tdata, tbss;
  const char* tdata_initial = nullptr;  // initial image of tdata
};
[[nodiscard]] const Unit& unit();

/// Text of libstdc++: calls made from inside it count as calls of the program. Set by
/// reserve_region().
extern Range libstdcxx;
/// thread_locals of all modules loaded at start, on the operating-system thread that runs
/// everything: they lie at one address for all logical threads. Set by reserve_region().
extern Range thread_locals;

/// Is this return address in instrumented code?
[[nodiscard]] inline bool from_unit(const void* caller) {
  return static_cast<const char*>(caller) >= __start_oncelab_text &&
         static_cast<const char*>(caller) < __stop_oncelab_text;
}
/// Does it belong to the program under test: instrumented code, or libstdc++ on its behalf?
[[nodiscard]] inline bool from_program(const void* caller) {
  return from_unit(caller) || libstdcxx.contains(reinterpret_cast<std::uintptr_t>(caller));
}

}  // namespace oncelab::runtime::detail
