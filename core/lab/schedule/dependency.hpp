// Dependency: which steps of different threads do not commute.
//
// An Event is a step without what differs between equivalent runs: the thread, the places it uses
// and how. Two events of different threads are dependent if exchanging them, when adjacent, can
// change what either does, whether it can be done, or an order that a property reads:
//   - both use one place and the uses conflict: a write with anything, a reader's lock or unlock
//     with a look at the lock that failed, two uses of a waiting queue;
//   - one begins an operation of a partition of the history in which the other ends one (then the
//     order of the two says whether the operations overlapped);
//   - one is a time-out or a spurious wake-up: when these may happen depends on all others;
//   - one is a crash, the other a step of the process that crashes, or another crash: there may be
//     no more of them; or a use of a queue, which gets back what the process had taken;
//   - one is a clock step, the other reads the clock, begins to sleep, has a deadline, or uses a
//     queue.
// Explicit points of the harness (runtime::point) depend on each other: what it does there is not
// known. Reads commute; so do locks, waits and effects on different objects, clock reads and
// fences. Does not know weak memory: accesses are sequentially consistent. Sources: Mazurkiewicz
// traces; Flanagan and Godefroid (POPL 2005) for dependency in stateless exploration. Plain data
// and functions without state; threads: any.
#pragma once

#include <array>
#include <cstdint>

#include <oncelab/core/lab/runtime/op.hpp>

namespace oncelab::schedule {

enum Use : std::uint8_t {
  use_read = 1U << 0U,
  use_write = 1U << 1U,
  use_share = 1U << 2U,  // lock or unlock of a shared mutex by a reader: commutes with its like
  use_queue = 1U << 3U,  // joins, or wakes from, the queue of those who wait for the place
  use_begin = 1U << 4U,  // begins an operation of a partition
  use_end = 1U << 5U,    // ends one
};

/// Places are numbered by the explorer; 0: none.
struct Access {
  std::uint32_t place = 0;
  std::uint8_t use = 0;
  friend bool operator==(const Access&, const Access&) = default;
};

enum class Blocking : std::uint8_t {
  none,
  acquires,  // could not be done while another held the place
  tries,     // holds the place from here on, but would not have waited
  releases,  // ends what the thread's latest acquiring event of the place began
  passes,    // would have waited while another held the place, but does not hold it
};

struct Event {
  std::uint8_t thread = 0;  // the explorer's number, the same in every run
  runtime::OpKind kind = runtime::OpKind::none;
  Blocking blocking = Blocking::none;
  bool depends_on_all = false;
  bool after_all = false;    // it depends on all because nothing else could be done any more
  std::uint32_t values = 0;  // values chosen in the step, as one number; 0: none
  // Object, mutex of a condition's wait or something of the world, partition, process.
  std::array<Access, 4> accesses;

  /// What `blocking` is about.
  [[nodiscard]] const Access& held() const {
    return accesses[kind == runtime::OpKind::condition_wait ? 1 : 0];
  }
  /// Time was over before the place could be held.
  [[nodiscard]] bool gave_up() const {
    return blocking == Blocking::none && (kind == runtime::OpKind::mutex_timed_lock ||
                                          kind == runtime::OpKind::rwlock_read_lock ||
                                          kind == runtime::OpKind::rwlock_write_lock);
  }
  [[nodiscard]] bool moves_clock() const {
    return after_all || kind == runtime::OpKind::clock_step;
  }
  /// Something that may happen to the world, whenever and whether it does.
  [[nodiscard]] bool is_of_world() const {
    return kind == runtime::OpKind::crash || kind == runtime::OpKind::clock_step;
  }
  friend bool operator==(const Event&, const Event&) = default;
};

[[nodiscard]] constexpr bool conflict(std::uint8_t a, std::uint8_t b) {
  constexpr std::uint8_t contents = use_read | use_write | use_share;
  return ((a & use_write) != 0 && (b & contents) != 0) ||
         ((b & use_write) != 0 && (a & contents) != 0) ||
         ((a & use_read) != 0 && (b & use_share) != 0) ||
         ((a & use_share) != 0 && (b & use_read) != 0) || (a & b & use_queue) != 0 ||
         ((a & use_begin) != 0 && (b & use_end) != 0) ||
         ((a & use_end) != 0 && (b & use_begin) != 0);
}

/// Of the same thread, or not to be exchanged.
[[nodiscard]] bool dependent(const Event& a, const Event& b);

/// The same step where its outcome is not known: with every use that it could have. If attempts
/// may fail for no cause, which depends on all, so does every attempt.
[[nodiscard]] Event with_any_outcome(const Event& event, bool spurious);

}  // namespace oncelab::schedule
