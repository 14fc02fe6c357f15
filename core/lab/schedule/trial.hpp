// Trial: one run of a strategy's schedules after the other, each judged and counted. What every
// exploration is made of, in whichever process. Internal to schedule.
//
// The first schedule of a campaign, a failing one, and a share of the others are executed twice;
// which ones depends on the seed and the schedule itself, not on who runs it. Threads: one.
#pragma once

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>

namespace oncelab::schedule {

class Trial {
 public:
  Trial(scenario::Experiment& experiment, Strategy& strategy, const ExploreOptions& options);

  /// A run that does not count: libraries that the code under test uses initialise themselves.
  void warm_up(Counts& counts);
  /// The run that the strategy has begun. False: it decided the result, which says how.
  [[nodiscard]] bool run(ExploreResult& result);

 private:
  [[nodiscard]] bool is_executed_twice(std::uint64_t schedules) const;
  [[nodiscard]] bool repeats();

  scenario::Experiment& experiment_;
  Strategy& strategy_;
  const ExploreOptions& options_;
  Prng twice_;
  Record record_;
  runtime::RunTrace trace_;
};

void stop(ExploreResult& result, StopReason reason, std::string text);

}  // namespace oncelab::schedule
