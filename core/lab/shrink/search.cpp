#include <oncelab/core/lab/shrink/search.hpp>

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

#include <oncelab/core/lab/schedule/strategy.hpp>

namespace oncelab::shrink {

namespace {

struct Pass {
  bool complete = false;
  bool cut = false;  // there are schedules with more preemptions
};

// All schedules with at most `bound` preemptions; the simplest failing one goes to `best`.
Pass run_pass(scenario::Experiment& experiment, const cases::Subject& subject, std::uint32_t bound,
              const SearchLimits& limits, Purse& purse, std::uint64_t& left,
              std::optional<schedule::Found>& best) {
  schedule::StrategyOptions options;
  options.preemptions_max = bound;
  const auto strategy = schedule::make_strategy("dfs", options);
  const runtime::RunOptions run = cases::run_options(subject.bound);
  schedule::Record record(**strategy);
  runtime::RunTrace trace;
  while (left > 0 && !purse.empty()) {
    if (!(*strategy)->begin_run()) {
      return {(*strategy)->complete(), (*strategy)->cut_by_bound()};
    }
    record.restart();
    runtime::Outcome outcome = runtime::run(experiment, record, run, trace);
    (*strategy)->end_run(trace, outcome);
    purse.pay();
    --left;
    if (best && !simpler(record.schedule(), best->schedule)) {
      continue;
    }
    auto failure = schedule::judge(experiment, outcome);
    if (failure && failure->property == limits.property) {
      best = schedule::Found{record.schedule(), trace, std::move(outcome), std::move(*failure)};
    }
  }
  return {};
}

}  // namespace

void Purse::pay() {
  ++spent;
  --schedules_left;
  ask();  // every time: one schedule of a large program can take a second
}

void Purse::ask() { stopped |= go_on && !go_on(spent); }

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

SearchResult search(const cases::Subject& subject, const SearchLimits& limits, Purse& purse) {
  SearchResult result;
  const auto experiment = cases::bind(subject);
  std::uint64_t left = limits.schedules_max;
  for (std::uint32_t bound = 0; bound <= limits.preemptions_max; ++bound) {
    const Pass pass = run_pass(*experiment, subject, bound, limits, purse, left, result.found);
    if (result.found) {
      // A pass that ended early may have met a failure with as many preemptions as allowed only:
      // those with fewer were all run by the passes before.
      result.simplest = pass.complete;
      return result;
    }
    if (!pass.complete) {
      return result;
    }
    result.exhausted_below = bound + 1;
    if (!pass.cut) {
      break;  // there is nothing with more preemptions
    }
  }
  result.all = true;
  return result;
}

}  // namespace oncelab::shrink
