// Lets threads start together, over and over, as closely as real threads can.
//
// Threads that sleep until they are woken start microseconds apart, which is longer than what they
// are to race for. Here they spin. Whoever arrives last prepares the next round and sets a moment a
// little ahead, at which all of them start: else it would have a head start over the others, who
// first have to notice.
//
// Each may also start a time of its own after that moment: duplicates do not come to the
// nanosecond.
//
// Promises: nobody starts before everybody has arrived and `prepare` has returned; what a thread
// wrote before it arrived is visible to `prepare`, and what `prepare` wrote to everybody.
// Does not promise: overlap. With more threads than processors free, some start when others are
// done; they give way after a while, so that rounds do end.
// Threads: arrive_and_wait is called by exactly `threads` of them, equally often.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

namespace oncelab::stress {

class StartLine {
 public:
  explicit StartLine(unsigned threads) : threads_(threads) {}

  template <class Prepare>
  void arrive_and_wait(Prepare&& prepare, std::chrono::nanoseconds delay = {}) {
    const unsigned round = round_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
      prepare();
      arrived_.store(0, std::memory_order_relaxed);
      start_ = Clock::now() + notice;
      round_.store(round + 1, std::memory_order_release);
    } else {
      await_round_after(round);
    }
    const Clock::time_point start = start_ + delay;
    while (Clock::now() < start) {
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  // Longer than a change of one cache line takes to be seen.
  static constexpr std::chrono::nanoseconds notice{400};
  static constexpr int looks_before_giving_way = 2000;

  void await_round_after(unsigned round) const {
    for (int looks = 0; round_.load(std::memory_order_acquire) == round; ++looks) {
      if (looks > looks_before_giving_way) {
        std::this_thread::yield();
      }
    }
  }

  unsigned threads_;
  std::atomic<unsigned> arrived_ = 0;
  std::atomic<unsigned> round_ = 0;
  Clock::time_point start_;  // written before round_, read after it
};

}  // namespace oncelab::stress
