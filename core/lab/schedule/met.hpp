// Met: what runs came across that is told once they are over: goals, and accesses with an order
// weaker than sequential consistency. Internal to schedule.
#pragma once

#include <cstdint>
#include <vector>

#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>

namespace oncelab::schedule {

struct Met {
  std::vector<std::uint64_t> goal_runs;      // in the order of Experiment::goals()
  std::vector<const void*> weaker_accesses;  // code addresses, each once

  void add(const Met& more);
  void exchange(Archive& archive);
};

/// What this process met since the experiment was made.
[[nodiscard]] Met met_here(const scenario::Experiment& experiment);
[[nodiscard]] Met met_before(const ExploreResult* before);
/// The same experiment, earlier and now: what was met in between. Accesses: all.
[[nodiscard]] Met since(const Met& earlier, Met now);
/// Writes what was met here and elsewhere into the result.
void tell(const scenario::Experiment& experiment, const Met& elsewhere, ExploreResult& result);

}  // namespace oncelab::schedule
