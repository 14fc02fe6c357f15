#include <oncelab/core/lab/shrink/program_runs.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::shrink {

bool simpler(const schedule::Schedule& a, const schedule::Schedule& b) {
  const auto size = [](const schedule::Schedule& s) {
    return std::pair(s.preemptions(), s.deviations.size());
  };
  if (size(a) != size(b)) {
    return size(a) < size(b);
  }
  return std::ranges::lexicographical_compare(
      a.deviations, b.deviations, [](const schedule::Deviation& x, const schedule::Deviation& y) {
        return std::tie(x.step, x.kind, x.taken) < std::tie(y.step, y.kind, y.taken);
      });
}

ProgramRuns::ProgramRuns(const cases::Subject& subject, std::string property,
                         std::uint64_t schedules_max, Purse& purse)
    : options_(cases::run_options(subject.bound)),
      experiment_(cases::bind(subject)),
      property_(std::move(property)),
      left_(schedules_max),
      purse_(purse) {}

std::optional<schedule::Found> ProgramRuns::run(runtime::Chooser& chooser,
                                                schedule::Strategy* strategy,
                                                const schedule::Found* best) {
  ONCELAB_ASSERT(may_go_on());
  schedule::Record record(chooser);
  runtime::Outcome outcome = runtime::run(*experiment_, record, options_, trace_);
  if (strategy != nullptr) {
    (void)strategy->end_run(trace_, outcome);
  }
  --left_;
  purse_.pay();
  auto failure = schedule::judge(*experiment_, outcome);
  const bool finished = outcome.kind == runtime::OutcomeKind::finished;
  decided_ = !outcome.assumed_fairness && (finished || runtime::is_violation(outcome.kind)) &&
             !(finished && experiment_->undecided());
  if (!failure || failure->property != property_ ||
      (best != nullptr && !simpler(record.schedule(), best->schedule))) {
    return std::nullopt;
  }
  return schedule::Found{record.schedule(), trace_, std::move(outcome), std::move(*failure)};
}

std::unique_ptr<schedule::Strategy> ProgramRuns::make(
    std::string_view strategy, std::optional<std::uint32_t> preemptions_max) const {
  schedule::StrategyOptions options;
  options.preemptions_max = preemptions_max;
  options.run = options_;
  auto made = schedule::make_strategy(strategy, options);
  if (!made) {
    return nullptr;
  }
  (*made)->begin(*experiment_);
  return std::move(*made);
}

}  // namespace oncelab::shrink
