#include <oncelab/core/lab/cli/minimise.hpp>

#include <utility>

#include <oncelab/core/lab/case/replay.hpp>
#include <oncelab/core/lab/cli/interrupt.hpp>

namespace oncelab::cli {

shrink::Shrunk minimise(Session& session, const cases::Subject& subject,
                        const schedule::Found& found, shrink::Budget budget,
                        std::optional<double> seconds_max) {
  const Interrupt interrupt;
  Progress progress(session.streams.err, {session.progress, "minimising", std::nullopt});
  const double started = now_seconds();
  budget.go_on = [&](std::uint64_t schedules) {
    return progress.go_on(schedules) && (!seconds_max || now_seconds() - started < *seconds_max);
  };
  return shrink::shrink(subject, found, budget);
}

bool is_proven(const shrink::Shrunk& shrunk) {
  return shrunk.proven && shrunk.fewest_happenings && shrunk.programs_exhausted &&
         shrunk.arguments_exhausted;
}

std::unique_ptr<scenario::Experiment> repeat(const cases::Subject& subject,
                                             const schedule::Found& found) {
  auto experiment = cases::bind(subject);
  const auto run = cases::rerun(*experiment, found.schedule, cases::run_options(subject.bound));
  const bool same = run.followed && run.failure &&
                    run.failure->property == found.failure.property &&
                    runtime::trace_hash(run.trace) == runtime::trace_hash(found.trace);
  return same ? std::move(experiment) : nullptr;
}

cases::Subject subject_of_case(cases::Subject subject) {
  subject.bound.preemptions_max.reset();
  return subject;
}

}  // namespace oncelab::cli
