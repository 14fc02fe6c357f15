// Explorer: runs an experiment under a strategy until something fails or the budget is used up.
//
// Promises: the verdict is `held` only with its coverage: `complete within BOUND`, or `sampled N
// schedules`. Anything that cut the exploration short for another reason is `inconclusive`:
// seconds, step limit, undecided checks, a goal never reached, nondeterminism that is not ours.
// After one run that does not count (libraries initialise themselves), the first run, every failing
// one and a share of the others are executed twice; a difference in the determinism hash or the
// history is reported, never ignored. Does not promise: anything about schedules outside the bound,
// or weak memory: accesses with an order weaker than seq_cst are counted in the coverage. Source of
// the growing bound: Musuvathi, Qadeer: "Iterative context bounding" (PLDI 2007).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/check/verdict.hpp>
#include <oncelab/core/lab/runtime/runtime.hpp>
#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/core/lab/schedule/counts.hpp>
#include <oncelab/core/lab/schedule/schedule.hpp>
#include <oncelab/core/lab/schedule/sharing.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>

namespace oncelab::schedule {

struct ExploreResult;

struct ExploreOptions {
  runtime::RunOptions run;
  std::optional<std::uint64_t> schedules_max;
  std::optional<double> seconds_max;
  /// Processes that make the runs; the result is the same for any number of them. They are copies
  /// of this one, made once so many runs show that it is worth it.
  unsigned workers = 1;
  std::uint64_t share_after = 2'000;
  std::uint32_t repeat_percent = 5;  // share of the runs executed twice
  Seed seed{1};                      // decides which
  /// Is a goal that was never reached a reason not to say `held`, even if not everything was run?
  /// Who explores many programs, or one in several ways, asks for the goals of all of them
  /// together.
  bool goals_must_be_reached = true;
  /// Monotonic seconds. Asked before every run if there is a seconds_max.
  std::function<double()> now_seconds;
  /// Counts of the runs that other processes have made; the strategy goes on where they ended.
  const ExploreResult* before = nullptr;
  /// Called every few hundred runs with what was explored so far; the strategy is between two runs.
  std::function<void(const ExploreResult&)> keep;
  /// How well it could be shared; not part of the result.
  Sharing* sharing = nullptr;
  /// Called every few hundred runs with the number of schedules so far; false interrupts.
  std::function<bool(std::uint64_t)> progress;
};

/// A run that failed.
struct Found {
  Schedule schedule;
  runtime::RunTrace trace;
  runtime::Outcome outcome;
  scenario::Failure failure;
};

enum class StopReason : std::uint8_t {
  none,       // not stopped: found something, or everything was run
  schedules,  // budget used up: sampled
  seconds,
  interrupted,
  step_limit,  // some run was cut off
  resources,   // some run had no thread or no memory left
  undecided,   // a check was cut off
  nondeterminism,
  goal_not_reached,
  worker_lost,
};

struct ExploreResult : Counts {
  check::Verdict verdict = check::Verdict::inconclusive;
  bool complete = false;
  std::string assumed;      // beside the bound
  bool by_classes = false;  // a schedule stands for all that are equivalent to it
  StopReason stop = StopReason::none;
  std::string stop_text;                   // one line, for inconclusive
  std::uint64_t blocked = 0;               // runs that a partial-order reduction began in vain
  std::optional<std::uint64_t> remaining;  // an estimate of the schedules that were not run
  bool cut_by_preemptions = false;
  std::vector<const void*> weaker_accesses;  // code addresses
  std::vector<scenario::Goal> goals;
  std::optional<Found> found;
};

[[nodiscard]] ExploreResult explore(scenario::Experiment& experiment, Strategy& strategy,
                                    const ExploreOptions& options);

/// One run along a schedule, judged. `followed` says whether the schedule fitted.
struct Replayed {
  bool followed = false;
  runtime::Outcome outcome;
  std::optional<scenario::Failure> failure;
  runtime::RunTrace trace;
};
[[nodiscard]] Replayed replay(scenario::Experiment& experiment, const Schedule& schedule,
                              const runtime::RunOptions& options);

/// Judges a run by its outcome first, then by the experiment's properties.
[[nodiscard]] std::optional<scenario::Failure> judge(scenario::Experiment& experiment,
                                                     const runtime::Outcome& outcome);

/// "complete within preemptions <= 2, ...": the bound in words, as printed and stored.
struct Bound {
  std::optional<std::uint32_t> preemptions_max;
  std::uint32_t timeouts_max = 0;
  std::uint32_t spurious_max = 0;
  std::uint32_t crashes_max = 0;
  std::uint32_t clock_steps_max = 0;
  std::uint32_t faults_max = 0;
  std::uint32_t steps_max = 0;
  bool plain_accesses_are_steps = false;
  friend bool operator==(const Bound&, const Bound&) = default;
};
/// Crashes, clock steps or faults?
[[nodiscard]] constexpr bool happens_at_all(const Bound& bound) {
  return bound.crashes_max != 0 || bound.clock_steps_max != 0 || bound.faults_max != 0;
}
[[nodiscard]] std::string text_of(const Bound& bound);
/// The coverage of a held or inconclusive result in words.
[[nodiscard]] std::string coverage_text(const ExploreResult& result, const Bound& bound);

}  // namespace oncelab::schedule
