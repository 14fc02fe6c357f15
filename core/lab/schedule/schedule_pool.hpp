// SchedulePool: the schedules of a sampling campaign, run by several processes.
//
// Children (child.hpp) run parts of the current round (estimates.hpp) and report what they came to;
// the parent puts the parts together in the order of their numbers, and learns. So the result is
// that of one process, whatever the number of children: a failure is the first by number, and is
// executed once more here; what ran beyond it, or beyond a limit, does not count.
//
// Promises: as ExploreOptions::workers says. A child that ends unexpectedly makes the result
// inconclusive. Does not promise: to be faster where schedules are few. Threads: one. Cost: two
// messages for some milliseconds' work of a child; one word for each run. Internal to schedule.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include <oncelab/core/lab/schedule/child.hpp>
#include <oncelab/core/lab/schedule/limits.hpp>
#include <oncelab/core/lab/schedule/met.hpp>
#include <oncelab/core/lab/schedule/sampler.hpp>
#include <oncelab/core/lab/schedule/trial.hpp>

namespace oncelab::schedule {

class SchedulePool {
 public:
  SchedulePool(scenario::Experiment& experiment, Sampler& sampler, Trial& trial,
               const ExploreOptions& options);

  /// Goes on with the campaign until something decides it, or a limit ends it. False: no children
  /// could be had, and nothing was done.
  [[nodiscard]] bool run(ExploreResult& result, Met& elsewhere, Limits& limits);

 private:
  struct Answer {
    Counts counts;
    Met met;
    Tally tally;
    bool decided = false;  // the last of its schedules decides the result
    Deciding deciding;
    std::uint64_t nanoseconds = 0;
  };
  struct Part {
    std::uint64_t first = 0;
    std::uint64_t last = 0;  // one after
    std::size_t worker = 0;
    std::optional<Answer> answer;
  };

  static void exchange(Archive& archive, Answer& answer);
  void work(const Channel& channel);
  [[nodiscard]] Answer run_part(std::uint64_t first, std::uint64_t last, Estimates estimates);
  [[nodiscard]] bool start_workers();
  void hand_out();
  [[nodiscard]] std::uint64_t part_size(std::uint64_t left_in_round) const;
  [[nodiscard]] bool receive(ExploreResult& result);
  [[nodiscard]] bool put_together(ExploreResult& result, Met& elsewhere);

  scenario::Experiment& experiment_;
  Sampler& sampler_;
  Trial& trial_;
  const ExploreOptions& options_;
  std::vector<Child> workers_;
  std::deque<Part> parts_;  // handed out, by number
  std::uint64_t next_ = 0;  // to hand out
  std::uint64_t end_ = 0;   // of the budget
  std::uint64_t nanoseconds_per_schedule_ = 0;
};

}  // namespace oncelab::schedule
