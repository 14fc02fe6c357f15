// For tests: programs of a few instructions over std's primitives, interpreted by unmodified,
// instrumented code. Every thread ends with what it saw.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace oncelab::small {

enum class Do : std::uint8_t {
  load,
  store,     // value
  add,       // value
  exchange,  // value; sees what was there
  cas,       // value, if it was `expected`; sees whether
  lock,
  unlock,
  try_lock,  // sees whether; unlocks at once if so
  read_lock,
  read_unlock,
  write_lock,
  write_unlock,
  try_read,  // as try_lock
  try_write,
  wait_until,  // under mutex `object`, on condition `object`, until variable `object` is `value`
  wait_once,   // a single wait, whatever the variable
  wait_held,   // the same, by a thread that holds the mutex already and keeps it
  wait_for,    // a single wait of at most `value` milliseconds; sees whether the time was over
  sleep,       // `value` milliseconds
  notify_one,
  notify_all,
  call_once,  // adds `value` to variable `object`, once
  spawn,      // the thread whose number is `value`
  join,
  futex_wait,  // std::atomic::wait until the variable is not `value`
  futex_notify,
  sys_wait,  // the system call alone: waits if the variable is `value`; sees whether
  sys_wake,  // wakes up to `value`; sees how many
  cas_weak,  // as cas, but may fail for no cause
};

struct Instruction {
  Do what = Do::load;
  unsigned object = 0;
  int value = 0;
  int expected = 0;
};
using Thread = std::vector<Instruction>;
/// The first `clients` threads run side by side; the others when they are spawned.
struct Program {
  const char* name = "";
  std::vector<Thread> threads;
  unsigned clients = 0;  // 0: all
};

inline constexpr unsigned objects = 4;
inline constexpr unsigned threads_max = 8;
inline constexpr unsigned seen_max = 32;

struct Ended {
  std::array<std::array<int, seen_max>, threads_max> seen{};  // by thread
  std::array<int, objects> variables{};
  friend auto operator<=>(const Ended&, const Ended&) = default;
};

// Inside a run. The world belongs to it.
struct World;
[[nodiscard]] World* new_world();
/// Instructions [begin, end) of a thread.
void run_thread(World& world, const Program& program, unsigned thread, std::size_t begin,
                std::size_t end);
void read_out(const World& world, Ended& ended);

}  // namespace oncelab::small
