#include <oncelab/core/lab/cli/generated.hpp>

#include <algorithm>
#include <set>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/cli/interrupt.hpp>

namespace oncelab::cli {

namespace {

constexpr unsigned size_max = 100;
constexpr std::string_view strategy = "portfolio";

/// What one program's exploration adds to that of all.
void add(schedule::ExploreResult& all, schedule::ExploreResult&& one) {
  all.Counts::add(one);
  all.weaker_accesses = std::move(one.weaker_accesses);
  add_goals(all.goals, one.goals);
  all.verdict = one.verdict;
  all.stop = one.stop;
  all.stop_text = std::move(one.stop_text);
  all.found = std::move(one.found);
}

/// A program that is not in `seen` yet; nothing if many draws gave none.
std::optional<scenario::Program> draw(const scenario::Scenario& scenario, Prng& seeds,
                                      unsigned size, std::set<scenario::Program>& seen) {
  constexpr int draws_max = 20;
  for (int i = 0; i < draws_max; ++i) {
    auto program = scenario.generate(Seed{seeds.next()}, size);
    if (program && seen.insert(*program).second) {
      ONCELAB_ASSERT(scenario.validate(*program).has_value());
      return program;
    }
  }
  return std::nullopt;
}

}  // namespace

void add_goals(std::vector<scenario::Goal>& all, const std::vector<scenario::Goal>& more) {
  for (const scenario::Goal& goal : more) {
    const auto known = std::ranges::find(all, goal.text, &scenario::Goal::text);
    if (known == all.end()) {
      all.push_back(goal);
    } else {
      known->runs += goal.runs;
      known->required |= goal.required;
    }
  }
}

bool generates(const scenario::Scenario& scenario) {
  return scenario.generate(Seed{1}, 1).has_value();
}

Campaign explore_generated(Session& session, const cases::Subject& subject,
                           const CampaignOptions& options) {
  ONCELAB_ASSERT(options.schedules_max.has_value());
  const std::uint64_t budget = *options.schedules_max;
  Campaign all;
  all.options = options;
  all.options.strategy = strategy;
  all.subject = subject;
  // One program's exploration is over too soon to say anything.
  Progress progress(session.streams.err, {session.progress,
                                          std::string(subject.scenario->name()) + " " +
                                              subject.variant + ", generated programs",
                                          budget});
  const Interrupt interrupt;
  Prng seeds = Prng(Seed{options.seed}).split("generated programs");
  std::set<scenario::Program> seen;
  std::uint64_t left = budget;
  unsigned size_min = 1;
  while (left > 0 && size_min <= size_max) {
    const auto size =
        std::max(size_min, static_cast<unsigned>(1 + (budget - left) * (size_max - 1) / budget));
    auto program = draw(*subject.scenario, seeds, size, seen);
    if (!program) {
      size_min = size + 1;  // there are no new programs of this size
      continue;
    }
    CampaignOptions one = options;
    one.strategy = strategy;
    one.seed = seeds.next();
    // One client has one schedule.
    const bool alone = program->clients.size() == 1;
    one.schedules_max = alone ? 1 : std::min(left, schedules_per_program);
    one.goals_must_be_reached = false;
    all.subject.program = std::move(*program);
    Campaign explored = explore(session, all.subject, one);
    left -= std::min(left, explored.result.schedules);
    ++all.programs;
    all.seconds += explored.seconds;
    all.experiment = std::move(explored.experiment);
    add(all.result, std::move(explored.result));
    progress.show(all.result.schedules);
    if (all.result.verdict == check::Verdict::held && Interrupt::asked()) {
      all.result.verdict = check::Verdict::inconclusive;
      all.result.stop = schedule::StopReason::interrupted;
      all.result.stop_text = "interrupted";
    }
    if (all.result.verdict != check::Verdict::held) {
      return all;
    }
  }
  for (const scenario::Goal& goal : all.result.goals) {
    if (goal.runs == 0 && goal.required) {
      all.result.verdict = check::Verdict::inconclusive;
      all.result.stop = schedule::StopReason::goal_not_reached;
      all.result.stop_text = "never reached: " + goal.text;
    }
  }
  return all;
}

}  // namespace oncelab::cli
