#include <oncelab/core/lab/schedule/explore.hpp>

#include <algorithm>
#include <utility>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/history/content_hash.hpp>

namespace oncelab::schedule {

namespace {

constexpr std::uint64_t ask_every = 256;  // runs between calls of progress

// Runs the same choices again and compares everything that was observed.
bool repeats(scenario::Experiment& experiment, const Schedule& schedule,
             const runtime::RunOptions& options, std::uint64_t determinism, std::uint64_t history) {
  Follow follow(schedule);
  runtime::RunTrace again;
  (void)runtime::run(experiment, follow, options, again);
  return runtime::determinism_hash(again) == determinism &&
         history::content_hash(experiment.history()) == history;
}

void stop(ExploreResult& result, StopReason reason, std::string text) {
  result.verdict = check::Verdict::inconclusive;
  result.stop = reason;
  result.stop_text = std::move(text);
}

// Of earlier processes' runs and this one's.
void add_goals_and_weaker(ExploreResult& result, const scenario::Experiment& experiment,
                          const ExploreResult* before) {
  result.goals = experiment.goals();
  result.weaker_accesses = runtime::weaker_accesses();
  if (before == nullptr) {
    return;
  }
  for (std::size_t i = 0; i < std::min(result.goals.size(), before->goals.size()); ++i) {
    result.goals[i].runs += before->goals[i].runs;
  }
  for (const void* address : before->weaker_accesses) {
    if (std::ranges::find(result.weaker_accesses, address) == result.weaker_accesses.end()) {
      result.weaker_accesses.push_back(address);
    }
  }
}

// After the last run: is "held" deserved?
void conclude(ExploreResult& result, const scenario::Experiment& experiment,
              const Strategy& strategy, bool exhausted, const ExploreOptions& options) {
  add_goals_and_weaker(result, experiment, options.before);
  result.cut_by_preemptions = strategy.cut_by_bound();
  result.blocked = strategy.blocked();
  result.by_classes = strategy.by_classes();
  result.assumed = strategy.assumed();
  if (result.stop != StopReason::none && result.stop != StopReason::schedules) {
    return;
  }
  for (const auto& goal : result.goals) {
    if (goal.runs == 0 && goal.required && options.goals_must_be_reached) {
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
  Record record(strategy);
  runtime::RunTrace trace;
  const Prng which = Prng(options.seed).split("runs executed twice");
  const double started = options.now_seconds ? options.now_seconds() : 0;
  std::uint64_t next_progress = ask_every;
  bool exhausted = false;
  strategy.begin(experiment);
  {
    // Libraries that the code under test uses initialise themselves in a run that does not count.
    const Schedule default_schedule;
    Follow follow(default_schedule);
    (void)runtime::run(experiment, follow, options.run, trace);
    ++result.runs;
  }
  while (true) {
    if (options.schedules_max.has_value() && result.schedules >= *options.schedules_max) {
      result.stop = StopReason::schedules;
      break;
    }
    if (result.runs >= next_progress) {
      next_progress = result.runs + ask_every;
      if (options.keep) {
        add_goals_and_weaker(result, experiment, options.before);
        options.keep(result);
      }
      if (options.progress && !options.progress(result.schedules)) {
        stop(result, StopReason::interrupted, "interrupted");
        break;
      }
    }
    if (options.seconds_max.has_value() && options.now_seconds &&
        options.now_seconds() - started >= *options.seconds_max) {
      stop(result, StopReason::seconds, "the time given by --seconds-max is used up");
      break;
    }
    if (!strategy.begin_run()) {
      exhausted = true;
      break;
    }
    record.restart();
    runtime::Outcome outcome = runtime::run(experiment, record, options.run, trace);
    const bool counts = strategy.end_run(trace, outcome);
    ++result.runs;
    result.steps += outcome.steps;
    if (!counts) {
      continue;  // an earlier pass judged this schedule
    }
    ++result.schedules;
    result.steps_longest = std::max(result.steps_longest, outcome.steps);
    result.assumed_fairness |= outcome.assumed_fairness;
    result.timeouts_cut += outcome.timeouts_cut;
    result.spurious_cut += outcome.spurious_cut;
    auto failure = judge(experiment, outcome);
    const bool twice =
        result.schedules == 1 || which.split(result.schedules).chance(options.repeat_percent, 100);
    if (twice || failure.has_value()) {
      const auto determinism = runtime::determinism_hash(trace);
      const auto history = history::content_hash(experiment.history());
      ++result.runs;
      if (!repeats(experiment, record.schedule(), options.run, determinism, history)) {
        stop(result, StopReason::nondeterminism,
             "the same schedule ran differently a second time (schedule " +
                 std::to_string(result.schedules) +
                 "): the code under test depends on something that is not controlled");
        break;
      }
    }
    if (failure.has_value()) {
      result.verdict = check::Verdict::violated;
      result.found = Found{record.schedule(), trace, std::move(outcome), std::move(*failure)};
      add_goals_and_weaker(result, experiment, options.before);
      return result;
    }
    if (outcome.kind != runtime::OutcomeKind::finished) {
      stop(result, StopReason::step_limit, outcome.text);
      break;
    }
    if (auto why = experiment.undecided(); why.has_value()) {
      stop(result, StopReason::undecided, *why);
      break;
    }
  }
  conclude(result, experiment, strategy, exhausted, options);
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
