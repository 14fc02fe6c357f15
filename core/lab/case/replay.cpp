#include <oncelab/core/lab/case/replay.hpp>
#include <oncelab/core/lab/history/content_hash.hpp>
#include <oncelab/core/lab/history/text.hpp>

#include <algorithm>
#include <utility>

namespace oncelab::cases {

namespace {

Result<Subject> fit(const CaseFile& c, const ReplayOptions& options) {
  const auto misfit = [](std::string text) {
    return make_error(ErrorKind::does_not_fit, std::move(text));
  };
  Subject subject;
  subject.scenario = scenario::find_scenario(c.scenario);
  if (subject.scenario == nullptr) {
    return misfit("there is no scenario '" + history::printable(c.scenario) + "' in this program");
  }
  subject.variant = options.variant.value_or(c.variant);
  if (scenario::find_variant(*subject.scenario, subject.variant) == nullptr) {
    return misfit("scenario " + c.scenario + " has no variant '" +
                  history::printable(subject.variant) + "'");
  }
  const auto profiles = subject.scenario->profiles();
  subject.profile = c.profile.empty() ? scenario::default_profile(*subject.scenario) : c.profile;
  if (!subject.profile.empty() && std::ranges::find(profiles, subject.profile) == profiles.end()) {
    return misfit("scenario " + c.scenario + " has no profile '" +
                  history::printable(subject.profile) + "'");
  }
  if (auto valid = subject.scenario->validate(c.program); !valid) {
    return misfit(valid.error().text);
  }
  subject.program = c.program;
  subject.bound = c.bound;
  return subject;
}

schedule::ExploreResult explore_around(const CaseFile& c, const ReplayOptions& options,
                                       scenario::Experiment& experiment, Subject& subject) {
  subject.bound.preemptions_max = c.schedule.preemptions() + 1;
  schedule::StrategyOptions strategy_options;
  strategy_options.preemptions_max = subject.bound.preemptions_max;
  auto strategy = schedule::make_strategy("dfs", strategy_options);
  schedule::ExploreOptions explore;
  explore.run = run_options(c.bound);
  explore.schedules_max = options.schedules_max;
  explore.seconds_max = options.seconds_max;
  explore.now_seconds = options.now_seconds;
  explore.progress = options.progress;
  return schedule::explore(experiment, *strategy.value(), explore);
}

std::string difference(const CaseFile& c, const schedule::Found& now, std::uint64_t history) {
  if (now.failure.property != c.failure.property) {
    return "another property fails now: " + now.failure.property + "; recorded was " +
           history::printable(c.failure.property);
  }
  if (runtime::trace_hash(now.trace) != c.trace_hash) {
    return "the steps are not the recorded ones";
  }
  return history == c.history_hash ? std::string() : "the history is not the recorded one";
}

}  // namespace

std::string_view text(ReplayVerdict verdict) {
  switch (verdict) {
    case ReplayVerdict::failed:
      return "FAILED";
    case ReplayVerdict::fixed:
      return "FIXED";
    case ReplayVerdict::inconclusive:
      break;
  }
  return "INCONCLUSIVE";
}

schedule::Replayed rerun(scenario::Experiment& experiment, const schedule::Schedule& schedule,
                         const runtime::RunOptions& options) {
  (void)schedule::replay(experiment, {}, options);
  return schedule::replay(experiment, schedule, options);
}

Result<ReplayResult> replay(const CaseFile& content, const ReplayOptions& options,
                            report::Symbolizer& symbolizer) {
  auto subject = fit(content, options);
  if (!subject) {
    return subject.error();
  }
  ReplayResult result;
  result.subject = std::move(*subject);
  const auto experiment = cases::bind(result.subject);
  schedule::Replayed run = rerun(*experiment, content.schedule, run_options(content.bound));
  result.followed = run.followed;
  const auto steps = report::describe(run.trace, symbolizer);
  result.divergence =
      first_divergence({content.steps, content.threads}, {steps, run.trace.threads});
  if (run.followed && run.failure) {
    schedule::Found now{content.schedule, std::move(run.trace), std::move(run.outcome),
                        std::move(*run.failure)};
    result.verdict = ReplayVerdict::failed;
    result.note = difference(content, now, history::content_hash(experiment->history()));
    if (result.note.empty() && result.divergence) {
      result.note = "the steps in the file are not those of its trace hash";
    }
    result.as_recorded = result.note.empty();
    result.found = std::move(now);
    return result;
  }
  schedule::ExploreResult explored = explore_around(content, options, *experiment, result.subject);
  if (explored.verdict == check::Verdict::violated) {
    result.verdict = ReplayVerdict::failed;
    result.found = std::move(explored.found);
    explored.found.reset();
  } else if (explored.verdict == check::Verdict::held && explored.complete) {
    result.verdict = ReplayVerdict::fixed;
  } else {
    result.note = explored.stop == schedule::StopReason::schedules
                      ? "not every schedule was run: --schedules-max is used up"
                      : explored.stop_text;
  }
  result.explored = std::move(explored);
  return result;
}

}  // namespace oncelab::cases
