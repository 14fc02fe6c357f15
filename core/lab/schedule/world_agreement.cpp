#include <oncelab/core/lab/schedule/world_agreement.hpp>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <sstream>

#include <oncelab/core/lab/schedule/order_matters.hpp>
#include <oncelab/core/lab/schedule/schedule.hpp>
#include <oncelab/core/lab/schedule/world_experiment.hpp>

namespace oncelab::worlds {

namespace {

using schedule::Follow;
using schedule::Record;

bool uses(const Program& program, std::initializer_list<Do> kinds) {
  const auto is_one = [&kinds](const Instruction& i) {
    return std::ranges::find(kinds, i.what) != kinds.end();
  };
  return std::ranges::any_of(program.recovery, is_one) ||
         std::ranges::any_of(program.clients, [&](const Client& client) {
           return std::ranges::any_of(client.code, is_one);
         });
}

// May the reduction begin a run in vain?
bool may_be_in_vain(const Program& p) {
  return (p.faults != 0 && uses(p, {Do::fault, Do::try_read, Do::try_write, Do::twin})) ||
         (p.clock_steps != 0 && p.amounts > 1) || (p.crashes != 0 && p.aftermaths > 1) ||
         uses(p, {Do::sleep, Do::lock_for, Do::share_for, Do::own_for, Do::wait_for});
}

std::string text_of(const char* who, const Explored& e) {
  std::ostringstream text;
  text << who << ": " << e.runs << " runs of " << e.of.size() << " classes, " << e.ends.size()
       << " ends, " << e.blocked << " in vain, " << e.of.size() - e.plain.size()
       << " with needless clock steps" << (e.complete ? "" : ", not complete")
       << (e.failed ? ", some do not end" : "") << (e.not_repeated.empty() ? "" : ", ")
       << e.not_repeated;
  return text.str();
}

bool same_names(const Explored& a, const Explored& b) {
  return std::ranges::equal(
      a.of, b.of, {}, [](auto& entry) { return entry.first; },
      [](auto& entry) { return entry.first; });
}

// One class that only depth-first search found.
std::string text_of_lost(const Explored& all, const Explored& reduced) {
  for (const auto& [name, runs] : all.of) {
    if (!reduced.of.contains(name)) {
      return "\nlost:\n" + name;
    }
  }
  return "";
}

bool agree(const Explored& all, const Explored& reduced, bool bounded, bool in_vain) {
  return !all.failed && !reduced.failed && reduced.complete && reduced.not_repeated.empty() &&
         reduced.ends == all.ends && same_names(reduced, all) &&
         reduced.plain.size() == reduced.of.size() &&
         (bounded || (reduced.runs == reduced.of.size() && (in_vain || reduced.blocked == 0)));
}

// Along the schedule that was recorded, the run is the same.
bool repeats(WorldExperiment& experiment, const schedule::Schedule& schedule,
             const runtime::RunOptions& options, const runtime::RunTrace& trace) {
  const std::string ended = experiment.ended();
  Follow follow(schedule);
  runtime::RunTrace again;
  (void)runtime::run(experiment, follow, options, again);
  return follow.followed() && runtime::trace_hash(again) == runtime::trace_hash(trace) &&
         runtime::determinism_hash(again) == runtime::determinism_hash(trace) &&
         experiment.ended() == ended;
}

}  // namespace

Explored explore_all(const Program& program, const Exploration& how) {
  WorldExperiment experiment(program);
  const runtime::RunOptions options = run_options(program);
  schedule::StrategyOptions of_strategy;
  of_strategy.preemptions_max = how.preemptions_max;
  of_strategy.run = options;
  const auto strategy = schedule::make_strategy(how.strategy, of_strategy).value();
  Record record(*strategy);
  Explored result;
  runtime::RunTrace trace;
  strategy->begin(experiment);
  while (result.runs < how.runs_max && strategy->begin_run()) {
    record.restart();
    const auto outcome = runtime::run(experiment, record, options, trace);
    if (!strategy->end_run(trace, outcome)) {
      continue;
    }
    ++result.runs;
    const std::string name = schedule::class_of(trace, experiment);
    ++result.of[name];
    if (schedule::clock_steps_matter(trace, experiment)) {
      result.plain.insert(name);
    }
    result.ends.insert(experiment.ended());
    result.failed |= outcome.kind != runtime::OutcomeKind::finished;
    result.assumed_fairness |= outcome.assumed_fairness;
    if (how.repeat && !repeats(experiment, record.schedule(), options, trace)) {
      result.not_repeated = "run " + std::to_string(result.runs) + " does not repeat itself";
    }
  }
  result.blocked = strategy->blocked();
  result.complete = strategy->complete();
  return result;
}

Agreement agreement(const Program& program, std::optional<std::uint32_t> preemptions_max,
                    std::uint64_t runs_max) {
  Agreement result;
  const Explored all = explore_all(program, {"dfs", preemptions_max, runs_max});
  result.all = all.runs;
  if (!all.complete || all.assumed_fairness) {
    return result;
  }
  const Explored reduced = explore_all(program, {"dpor", preemptions_max, 4 * runs_max, true});
  result.compared = true;
  result.reduced = reduced.runs + reduced.blocked;
  result.classes = all.of.size();
  result.blocked = reduced.blocked;
  if (!agree(all, reduced, preemptions_max.has_value(), may_be_in_vain(program))) {
    result.difference =
        text_of("all", all) + "; " + text_of("reduced", reduced) + text_of_lost(all, reduced);
  }
  return result;
}

}  // namespace oncelab::worlds
