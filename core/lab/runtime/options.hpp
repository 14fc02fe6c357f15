// Options: which threads could make the next step, and how. Internal.
#pragma once

#include <cstdint>

#include <oncelab/core/lab/runtime/engine.hpp>

namespace oncelab::runtime::detail {

[[nodiscard]] constexpr std::uint64_t bit(unsigned thread) { return std::uint64_t{1} << thread; }
[[nodiscard]] constexpr bool several(std::uint64_t threads) {
  return (threads & (threads - 1)) != 0;
}

[[nodiscard]] constexpr bool is_waiter(OpKind kind) {
  return kind == OpKind::condition_block || kind == OpKind::futex_block ||
         kind == OpKind::sleep_block;
}
/// Has the deadline of this thread's wait passed?
[[nodiscard]] inline bool expired(const Thread& t) {
  return t.pending.timed && t.deadline_ns <= engine.now_ns;
}

struct Options {
  std::uint64_t all = 0;          // by bit
  std::uint64_t by_timeout = 0;   // those whose time-out would fire
  std::uint64_t by_spurious = 0;  // those that would wake without a cause
  std::uint64_t by_world = 0;     // those that are no threads
  bool held_back = false;         // a spinning thread was left out
};

/// Which process the crash is of.
[[nodiscard]] inline unsigned process_of_crash(const Thread& t) {
  return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(t.argument));
}

/// Reads the table of pending operations. When nothing can run, time passes to the next deadline.
/// No options at all: a deadlock.
void options_now(Options& o);

}  // namespace oncelab::runtime::detail
