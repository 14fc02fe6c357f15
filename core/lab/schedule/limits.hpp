// Limits: whether an exploration may go on: its budget, the clock, and whoever asked it to stop.
// Internal to schedule. Cost: a look at the clock each time, if there is a limit on seconds.
#pragma once

#include <functional>

#include <oncelab/core/lab/schedule/explore.hpp>

namespace oncelab::schedule {

class Limits {
 public:
  /// `tell` completes the result before others get to see it.
  Limits(const ExploreOptions& options, std::function<void(ExploreResult&)> tell);
  /// False: it may not, and `result` says why.
  [[nodiscard]] bool allow_one_more(ExploreResult& result);
  /// The same for who waits, without runs of its own: asks at once.
  [[nodiscard]] bool allow_waiting(ExploreResult& result);

 private:
  [[nodiscard]] bool ask(ExploreResult& result) const;
  [[nodiscard]] bool in_time(ExploreResult& result) const;

  const ExploreOptions& options_;
  std::function<void(ExploreResult&)> tell_;
  double started_;
  std::uint64_t next_;  // runs
};

}  // namespace oncelab::schedule
