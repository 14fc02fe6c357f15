#include <oncelab/core/lab/cli/environment.hpp>

#include <unistd.h>

#include <cstdlib>

namespace oncelab::cli {

namespace {
std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}
}  // namespace

Environment environment_of_process() {
  Environment e;
  e.out_is_terminal = isatty(STDOUT_FILENO) == 1;
  e.err_is_terminal = isatty(STDERR_FILENO) == 1;
  e.no_colour = !variable("NO_COLOR").empty();
  e.dumb_terminal = variable("TERM") == "dumb";
  e.github_actions = variable("GITHUB_ACTIONS") == "true";
  e.github_step_summary = variable("GITHUB_STEP_SUMMARY");
  e.gtest_shard_index = variable("GTEST_SHARD_INDEX");
  e.gtest_total_shards = variable("GTEST_TOTAL_SHARDS");
  e.slurm_task_id = variable("SLURM_ARRAY_TASK_ID");
  e.slurm_task_min = variable("SLURM_ARRAY_TASK_MIN");
  e.slurm_task_max = variable("SLURM_ARRAY_TASK_MAX");
  e.slurm_task_count = variable("SLURM_ARRAY_TASK_COUNT");
  e.job_completion_index = variable("JOB_COMPLETION_INDEX");
  return e;
}

}  // namespace oncelab::cli
