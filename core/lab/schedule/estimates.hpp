// Estimates: what sampling strategies know of a program from runs that were made before.
//
// Estimates change between rounds only: after schedules 1, 2, 4, ... 64 of a campaign, then after
// every 64. A round's runs are observed one by one, in any order and by anyone, and learnt together
// in the order of their numbers. So a schedule depends on the seed, its number and what the rounds
// before it were; not on who runs it, or when.
//
// Promises: the same observations in the same order give the same estimates, on any machine
// (integers only). Does not promise: that a run is like those before it; a strategy must do
// something sensible with threads that nobody has seen. Cost: linear in the threads of a run, and
// in the steps where trace classes are asked for. Plain data; threads: any.
#pragma once

#include <cstdint>
#include <vector>

#include <oncelab/core/lab/runtime/step.hpp>

namespace oncelab::schedule {

/// Does a round end when this many schedules have been run?
[[nodiscard]] constexpr bool ends_round(std::uint64_t schedules) {
  constexpr std::uint64_t longest = 64;
  return schedules < longest ? schedules != 0 && (schedules & (schedules - 1)) == 0
                             : schedules % longest == 0;
}

/// Steps of one thread, which has the same identity in every run.
struct ThreadSteps {
  std::uint64_t identity = 0;
  std::uint64_t parent = 0;  // identity; 0: none
  std::uint64_t steps = 0;
};

/// What is remembered of one run until its round ends. A strategy fills in what it learns from.
struct Observation {
  std::uint32_t steps = 0;
  std::vector<ThreadSteps> threads;
  std::uint64_t trace_class = 0;
};

void observe_length(const runtime::RunTrace& trace, Observation& seen);
void observe_threads(const runtime::RunTrace& trace, Observation& seen);

class Estimates {
 public:
  /// Learns a round's runs, in the order of their numbers.
  void learn(const std::vector<Observation>& round);

  /// Steps of the longest run so far; at first a guess.
  [[nodiscard]] std::uint32_t longest() const { return longest_; }
  /// Mean steps of each thread in those runs of the latest round that had it, times `scale`. Of the
  /// latest round alone: what surprised is what counts.
  static constexpr std::uint64_t scale = 16;
  [[nodiscard]] const std::vector<ThreadSteps>& threads() const { return threads_; }

 private:
  std::uint32_t longest_ = 16;
  std::vector<ThreadSteps> threads_;
};

}  // namespace oncelab::schedule
