#include <oncelab/core/lab/schedule/trial.hpp>

#include <algorithm>
#include <utility>

#include <oncelab/core/lab/history/content_hash.hpp>
#include <oncelab/core/lab/schedule/archive.hpp>

namespace oncelab::schedule {

void stop(ExploreResult& result, StopReason reason, std::string text) {
  result.verdict = check::Verdict::inconclusive;
  result.stop = reason;
  result.stop_text = std::move(text);
}

void stop_as_nondeterministic(ExploreResult& result, const std::string& again) {
  stop(result, StopReason::nondeterminism,
       "the same schedule ran differently " + again + " (schedule " +
           std::to_string(result.schedules) +
           "): the code under test depends on something that is not controlled");
}

void Deciding::exchange(Archive& archive) {
  constexpr std::size_t steps_max = 1'000'000;
  archive.list(schedule.deviations, steps_max, [&](Deviation& d) {
    archive.number(d.step, 0xFFFF'FFFF);
    archive.number(d.kind, static_cast<std::uint64_t>(Deviation::Kind::value));
    archive.number(d.taken, 0xFFFF'FFFF);
    archive.number(d.preempts, 1);
  });
  archive.number(determinism);
  archive.number(history);
}

Trial::Trial(scenario::Experiment& experiment, Strategy& strategy, const ExploreOptions& options)
    : experiment_(experiment),
      strategy_(strategy),
      options_(options),
      twice_(Prng(options.seed).split("runs executed twice")),
      record_(strategy) {}

void Trial::warm_up(Counts& counts) {
  const Schedule default_schedule;
  Follow follow(default_schedule);
  (void)runtime::run(experiment_, follow, options_.run, trace_);
  ++counts.runs;
}

bool Trial::is_executed_twice(std::uint64_t schedules) const {
  if (schedules == 1) {
    return true;
  }
  std::uint64_t content = trace_.steps.size();
  for (const Deviation& d : record_.schedule().deviations) {
    content = content * 0x9E3779B97F4A7C15ULL + (std::uint64_t{d.step} << 32U | d.taken);
  }
  return twice_.split(content).chance(options_.repeat_percent, 100);
}

// Runs the same choices again and compares everything that was observed.
bool Trial::repeats() {
  const auto determinism = runtime::determinism_hash(trace_);
  const auto history = history::content_hash(experiment_.history());
  Follow follow(record_.schedule());
  runtime::RunTrace again;
  (void)runtime::run(experiment_, follow, options_.run, again);
  return runtime::determinism_hash(again) == determinism &&
         history::content_hash(experiment_.history()) == history;
}

bool Trial::run(ExploreResult& result) {
  record_.restart();
  runtime::Outcome outcome = runtime::run(experiment_, record_, options_.run, trace_);
  const bool counts = strategy_.end_run(trace_, outcome);
  ++result.runs;
  result.steps += outcome.steps;
  if (!counts) {
    return true;  // an earlier pass judged this schedule
  }
  ++result.schedules;
  result.steps_longest = std::max(result.steps_longest, outcome.steps);
  result.assumed_fairness |= outcome.assumed_fairness;
  result.timeouts_cut += outcome.timeouts_cut;
  result.spurious_cut += outcome.spurious_cut;
  auto failure = judge(experiment_, outcome);
  if (failure.has_value() || is_executed_twice(result.schedules)) {
    ++result.runs;
    if (!repeats()) {
      stop_as_nondeterministic(result, "a second time");
      return false;
    }
  }
  return !decides(result, record_.schedule(), outcome, std::move(failure));
}

bool Trial::decides(ExploreResult& result, const Schedule& schedule, runtime::Outcome& outcome,
                    std::optional<scenario::Failure> failure) {
  if (failure.has_value()) {
    result.verdict = check::Verdict::violated;
    result.found = Found{schedule, trace_, std::move(outcome), std::move(*failure)};
  } else if (outcome.kind != runtime::OutcomeKind::finished) {
    stop(result,
         outcome.kind == runtime::OutcomeKind::step_limit ? StopReason::step_limit
                                                          : StopReason::resources,
         outcome.text);
  } else if (auto why = experiment_.undecided(); why.has_value()) {
    stop(result, StopReason::undecided, *why);
  } else {
    return false;
  }
  deciding_ = {schedule, runtime::determinism_hash(trace_),
               history::content_hash(experiment_.history())};
  return true;
}

void Trial::settle(const Deciding& deciding, ExploreResult& result, Met& elsewhere) {
  const Met before = met_here(experiment_);
  Follow follow(deciding.schedule);
  runtime::Outcome outcome = runtime::run(experiment_, follow, options_.run, trace_);
  if (!decides(result, deciding.schedule, outcome, judge(experiment_, outcome)) ||
      deciding_ != deciding) {
    result.found.reset();
    stop_as_nondeterministic(result, "in another process");
  }
  const Met again = since(before, met_here(experiment_));
  elsewhere.goal_runs.resize(again.goal_runs.size());
  for (std::size_t i = 0; i < again.goal_runs.size(); ++i) {
    elsewhere.goal_runs[i] -= again.goal_runs[i];
  }
}

}  // namespace oncelab::schedule
