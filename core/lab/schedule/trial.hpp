// Trial: one run of a strategy's schedules after the other, each judged and counted. What every
// exploration is made of, in whichever process. Internal to schedule.
//
// The first schedule of a campaign, a failing one, and a share of the others are executed twice;
// which ones depends on the seed and the schedule itself, not on who runs it. Threads: one.
#pragma once

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/core/lab/schedule/met.hpp>

namespace oncelab::schedule {

/// The run that decided the result.
struct Deciding {
  Schedule schedule;
  std::uint64_t determinism = 0;  // hashes of what was observed
  std::uint64_t history = 0;

  friend bool operator==(const Deciding&, const Deciding&) = default;
  void exchange(Archive& archive);
};

class Trial {
 public:
  Trial(scenario::Experiment& experiment, Strategy& strategy, const ExploreOptions& options);

  /// A run that does not count: libraries that the code under test uses initialise themselves.
  void warm_up(Counts& counts);
  /// The run that the strategy has begun. False: it decided the result, which says how.
  [[nodiscard]] bool run(ExploreResult& result);
  /// After run returned false, unless the run was not repeatable.
  [[nodiscard]] const Deciding& deciding() const { return deciding_; }
  /// Executes the run that decided the result elsewhere, and was counted, here: its trace and its
  /// history are wanted. `elsewhere` has met what it meets.
  void settle(const Deciding& deciding, ExploreResult& result, Met& elsewhere);

 private:
  [[nodiscard]] bool decides(ExploreResult& result, const Schedule& schedule,
                             runtime::Outcome& outcome, std::optional<scenario::Failure> failure);
  [[nodiscard]] bool is_executed_twice(std::uint64_t schedules) const;
  [[nodiscard]] bool repeats();

  scenario::Experiment& experiment_;
  Strategy& strategy_;
  const ExploreOptions& options_;
  Prng twice_;
  Record record_;
  runtime::RunTrace trace_;
  Deciding deciding_;
};

void stop(ExploreResult& result, StopReason reason, std::string text);
/// `again`: "a second time"
void stop_as_nondeterministic(ExploreResult& result, const std::string& again);

}  // namespace oncelab::schedule
