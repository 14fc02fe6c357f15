// SleepSet: threads that need not go on from a state, because all that can follow is explored.
//
// A thread is in it with one event for each combination of values that its next step may choose.
// Until something dependent comes, what begins with one of these events is redundant. Outcomes of
// one step can depend on different things (a failure for no cause depends on all), so some of them
// may have to be run again while the others sleep. Costs: the number of events. Threads: one.
// Source: Godefroid: "Partial-Order Methods for the Verification of Concurrent Systems" (LNCS
// 1032), chapter 5; values are an addition. Internal to the partial-order reduction.
#pragma once

#include <cstdint>
#include <vector>

#include <oncelab/core/lab/schedule/dependency.hpp>
#include <oncelab/core/lab/schedule/wakeup_tree.hpp>

namespace oncelab::schedule {

class Archive;
class Renumbering;

class SleepSet {
 public:
  void clear() { sleepers_.clear(); }
  /// Of one thread: all that its next step can be.
  void add(const std::vector<Event>& explored);
  /// Those of another set that still sleep after an event.
  void take_over(const SleepSet& before, const Event& event);
  /// Threads that sleep whatever their steps choose, by bit.
  [[nodiscard]] std::uint64_t threads() const;
  /// Does any of them have to make a step some day? What may happen to the world need not.
  [[nodiscard]] bool somebody() const;
  /// Does the thread sleep if its step chooses these values?
  [[nodiscard]] bool sleeps(std::uint8_t thread, std::uint32_t values) const;
  /// Is everything that begins with `v` explored, because a sleeper could come first? Unless `v`
  /// says which values its step chooses, it must be one that sleeps whatever these are.
  [[nodiscard]] bool makes_redundant(const Continuation& v) const;
  void exchange(Archive& archive);
  void renumber(const Renumbering& renumbering);

 private:
  struct Sleeper {
    Event event;
    bool awake = false;  // something dependent came, but not for all that the step can be
  };
  std::vector<Sleeper> sleepers_;
};

}  // namespace oncelab::schedule
