// Environment: what a lab takes from its surroundings besides its arguments.
//
// Promises: environment_of_process() is the only place that reads environment variables and asks
// for terminals; everything else gets the answer passed in. Threads: values only.
#pragma once

#include <string>

namespace oncelab::cli {

struct Environment {
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool no_colour = false;           // NO_COLOR is set, and not to nothing
  bool dumb_terminal = false;       // TERM=dumb: no colour, nothing written over
  bool github_actions = false;      // GITHUB_ACTIONS=true
  std::string github_step_summary;  // GITHUB_STEP_SUMMARY, a file; empty: none
  // Which of several this process is; empty: not set.
  std::string gtest_shard_index, gtest_total_shards;
  std::string slurm_task_id, slurm_task_min, slurm_task_max, slurm_task_count;
  std::string job_completion_index;
};

[[nodiscard]] Environment environment_of_process();

}  // namespace oncelab::cli
