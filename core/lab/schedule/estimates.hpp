// Estimates: what sampling strategies know of a program from runs that were made before.
//
// Estimates change between rounds only. A round's runs are observed one by one, by anyone, and
// their tallies added in the order of their numbers. So a schedule depends on the seed, its number
// and what the rounds before it were; not on who runs it, or when. Rounds grow with the campaign,
// so that who shares the work has little to tell each other: they end after schedules 1 to 8, then
// four times between a power of two and the next, then after every 65,536.
//
// Promises: the same observations in the same order give the same estimates, on any machine
// (integers only). Does not promise: that a run is like those before it; a strategy must do
// something sensible with threads that nobody has seen. Cost: linear in the threads of a run, and
// in the steps where trace classes are asked for. Plain data; threads: any.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <oncelab/core/lab/runtime/step.hpp>

namespace oncelab::schedule {

class Archive;

/// Where the round ends that schedule `number` (the first is 0) belongs to: as of so many
/// schedules.
[[nodiscard]] constexpr std::uint64_t round_end(std::uint64_t number) {
  constexpr std::uint64_t longest = 65'536;
  const std::uint64_t length = std::clamp<std::uint64_t>(std::bit_floor(number) / 4, 1, longest);
  return (number / length + 1) * length;
}

/// What was observed of some runs. A strategy fills in what it learns from.
struct Tally {
  struct Thread {
    std::uint64_t identity = 0;  // the same in every run
    std::uint64_t parent = 0;    // identity; 0: none
    std::uint64_t steps = 0;     // of all runs that had it
    std::uint64_t runs = 0;
  };
  std::uint32_t longest = 0;                 // steps
  std::vector<Thread> threads;               // parents come before their children
  std::vector<std::uint64_t> trace_classes;  // one per run

  void add(const Tally& later);
  void exchange(Archive& archive);
};

void observe_length(const runtime::RunTrace& trace, Tally& tally);
void observe_threads(const runtime::RunTrace& trace, Tally& tally);

/// Steps of one thread.
struct ThreadSteps {
  std::uint64_t identity = 0;
  std::uint64_t parent = 0;
  std::uint64_t steps = 0;
};

class Estimates {
 public:
  /// Learns a round's runs.
  void learn(const Tally& round);
  void exchange(Archive& archive);

  /// Steps of the longest run so far; at first a guess.
  [[nodiscard]] std::uint32_t longest() const { return longest_; }
  /// Mean steps of each thread in those runs of the latest round that had it, times `scale`. Of the
  /// latest round alone: what surprised is what counts.
  static constexpr std::uint64_t scale = 16;
  [[nodiscard]] const std::vector<ThreadSteps>& threads() const { return threads_; }
  /// Which of several strategies did best lately, if that is what is learnt.
  std::size_t favourite = 0;

 private:
  std::uint32_t longest_ = 16;
  std::vector<ThreadSteps> threads_;
};

}  // namespace oncelab::schedule
