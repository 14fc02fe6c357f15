#include <oncelab/core/lab/schedule/explore.hpp>

#include <utility>

#include <oncelab/core/lab/schedule/limits.hpp>
#include <oncelab/core/lab/schedule/met.hpp>
#include <oncelab/core/lab/schedule/sampler.hpp>
#include <oncelab/core/lab/schedule/schedule_pool.hpp>
#include <oncelab/core/lab/schedule/subtree_pool.hpp>
#include <oncelab/core/lab/schedule/trial.hpp>

namespace oncelab::schedule {

namespace {

// After the last run: is "held" deserved?
void conclude(ExploreResult& result, const Strategy& strategy, bool exhausted,
              const ExploreOptions& options) {
  if (result.found) {
    return;
  }
  result.cut_by_preemptions = strategy.cut_by_bound();
  result.blocked = strategy.blocked();
  result.by_classes = strategy.by_classes();
  result.assumed = strategy.assumed();
  result.remaining = exhausted ? std::nullopt : strategy.remaining();
  if (result.stop != StopReason::none && result.stop != StopReason::schedules) {
    return;
  }
  for (const auto& goal : result.goals) {
    if (goal.runs == 0 && goal.required && (options.goals_must_be_reached || exhausted)) {
      stop(result, StopReason::goal_not_reached, "never reached: " + goal.text);
      return;
    }
  }
  result.verdict = check::Verdict::held;
  // Where a waiting loop was held back, schedules were left out.
  result.complete = exhausted && strategy.complete() && !result.assumed_fairness;
}

}  // namespace

std::optional<scenario::Failure> judge(scenario::Experiment& experiment,
                                       const runtime::Outcome& outcome) {
  if (outcome.kind == runtime::OutcomeKind::finished) {
    return experiment.judge();
  }
  if (runtime::is_violation(outcome.kind)) {
    return scenario::Failure{outcome.kind == runtime::OutcomeKind::failed
                                 ? std::string("assertion")
                                 : std::string(runtime::name_of(outcome.kind)),
                             outcome.text};
  }
  return std::nullopt;
}

ExploreResult explore(scenario::Experiment& experiment, Strategy& strategy,
                      const ExploreOptions& options) {
  ExploreResult result = options.before != nullptr ? *options.before : ExploreResult();
  Trial trial(experiment, strategy, options);
  Met elsewhere = met_before(options.before);
  Limits limits(options, [&](ExploreResult& so_far) { tell(experiment, elsewhere, so_far); });
  bool exhausted = false;
  strategy.begin(experiment);
  trial.warm_up(result);
  auto* sampler = options.workers > 1 ? dynamic_cast<Sampler*>(&strategy) : nullptr;
  auto subtrees =
      SubtreePool::make(experiment, strategy, trial, options,
                        [&](ExploreResult& so_far) { return limits.allow_waiting(so_far); });
  while (limits.allow_one_more(result)) {
    if (sampler != nullptr && result.runs >= options.share_after) {
      if (SchedulePool(experiment, *sampler, trial, options).run(result, elsewhere, limits)) {
        break;
      }
      sampler = nullptr;
    }
    if (subtrees && !subtrees->share(result, elsewhere)) {
      break;
    }
    if (!strategy.begin_run()) {
      exhausted = true;
      break;
    }
    if (!trial.run(result)) {
      break;
    }
  }
  tell(experiment, elsewhere, result);
  conclude(result, strategy, exhausted, options);
  if (subtrees && options.sharing != nullptr) {
    *options.sharing = subtrees->sharing();
  }
  return result;
}

Replayed replay(scenario::Experiment& experiment, const Schedule& schedule,
                const runtime::RunOptions& options) {
  Replayed r;
  Follow follow(schedule);
  r.outcome = runtime::run(experiment, follow, options, r.trace);
  r.followed = follow.followed();
  r.failure = judge(experiment, r.outcome);
  return r;
}

}  // namespace oncelab::schedule
