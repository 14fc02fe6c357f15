#include <oncelab/core/lab/cli/examine.hpp>
#include <oncelab/core/lab/cli/world_flags.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>

#include <oncelab/core/lab/cli/generated.hpp>
#include <oncelab/core/lab/cli/interrupt.hpp>
#include <oncelab/core/lab/cli/lookup.hpp>
#include <oncelab/core/lab/cli/results.hpp>
#include <oncelab/core/lab/report/case_table.hpp>

namespace oncelab::cli {

namespace json = boost::json;

namespace {

struct Shape {
  unsigned clients = 0;
  unsigned ops = 0;
};
constexpr Shape smallest{2, 1};
constexpr Shape one_more{3, 1};
constexpr Shape larger{3, 2};

struct Next {
  Shape shape;
  const char* strategy = "";
  std::uint64_t schedules_max = 0;
  bool goals_must_be_reached = true;
};

/// Counts one more campaign; true if it decided the verdict.
bool add(Examined& e, Campaign campaign) {
  e.schedules += campaign.result.schedules;
  e.seconds += campaign.seconds;
  e.verdict = verdict_of(campaign.result, false);
  e.campaigns.push_back(std::move(campaign));
  return e.verdict != check::Verdict::held;
}

bool interrupted(Examined& e) {
  if (Interrupt::asked()) {
    e.verdict = check::Verdict::inconclusive;
  }
  return Interrupt::asked();
}

/// Runs one more campaign if the budget allows; true if it decided the verdict.
bool add_generated(Session& session, Examined& e, std::uint64_t schedules_max, std::uint64_t seed) {
  if (schedules_max == 0 || !generates(*e.subject.scenario)) {
    return false;
  }
  if (interrupted(e)) {
    return true;
  }
  CampaignOptions options;
  options.seed = seed;
  options.schedules_max = schedules_max;
  return add(e, explore_generated(session, e.subject, options));
}

/// The same for a built-in program.
bool add_campaign_of(Session& session, Examined& e, const Next& next, std::uint64_t seed) {
  if (next.schedules_max == 0) {
    return false;
  }
  if (interrupted(e)) {
    return true;
  }
  cases::Subject subject = e.subject;
  subject.program = subject.scenario->program(next.shape.clients, next.shape.ops);
  if (!subject.scenario->validate(subject.program)) {
    return false;  // the scenario has no program of this shape
  }
  CampaignOptions options;
  options.strategy = next.strategy;
  options.seed = seed;
  options.schedules_max = next.schedules_max;
  options.goals_must_be_reached = next.goals_must_be_reached;
  return add(e, cli::explore(session, subject, options));
}

std::string coverage(const Examined& e, std::string_view separator) {
  std::string text;
  for (const Campaign& c : e.campaigns) {
    text += text.empty() ? std::string_view() : separator;
    text += what_text(c) + ", " + c.options.strategy + ": ";
    if (c.result.found) {
      text +=
          c.result.found->failure.property + " after " + count_text(c.result.schedules, "schedule");
    } else {
      text += c.result.stop_text + (c.result.stop_text.empty() ? "" : "; ") +
              schedule::coverage_text(c.result, c.subject.bound);
    }
  }
  return text.empty() ? "no program to run" : text;
}

cases::Subject subject_of(const scenario::Scenario& scenario, const scenario::Variant& variant,
                          const CheckOptions& options) {
  cases::Subject subject;
  subject.scenario = &scenario;
  subject.variant = variant.name;
  subject.profile = profile_of(scenario, options.profile);
  subject.bound.steps_max = runtime::RunOptions{}.steps_max;
  apply_standard(scenario, subject.bound);
  return subject;
}

std::string name_of(const cases::Subject& subject) {
  return subject.variant + profile_text(subject);
}

}  // namespace

Examined examine(Session& session, const scenario::Scenario& scenario,
                 const scenario::Variant& variant, const CheckOptions& options) {
  Examined e;
  e.subject = subject_of(scenario, variant, options);
  e.expected = variant.expected;
  // Crashes and faults make many schedules of few.
  const Next first = schedule::happens_at_all(e.subject.bound)
                         ? Next{smallest, "dpor", options.schedules_max / 2, false}
                         : Next{smallest, "dfs", options.schedules_max, true};
  if (options.built_in && add_campaign_of(session, e, first, options.seed)) {
    return e;
  }
  std::uint64_t left = options.schedules_max - e.schedules;
  const std::uint64_t half = options.built_in ? left / 2 : left;
  if (options.generated && add_generated(session, e, half, options.seed)) {
    return e;
  }
  if (!options.built_in) {
    return e;
  }
  left = options.schedules_max - e.schedules;
  if (add_campaign_of(session, e, {one_more, "dpor", left / 2, false}, options.seed)) {
    return e;
  }
  left = options.schedules_max - e.schedules;
  if (add_campaign_of(session, e, {larger, "portfolio", left, true}, options.seed)) {
    return e;
  }
  if (options.require_complete && !e.campaigns.empty() && !e.campaigns.front().result.complete) {
    e.verdict = check::Verdict::inconclusive;
  }
  return e;
}

std::string text_of(const Examined& e, const Paint& paint) {
  std::string text = std::string(e.subject.scenario->name()) + ' ' + name_of(e.subject) + ": " +
                     expectation_text(e.verdict, e.expected, paint) + "\n  " + coverage(e, "\n  ") +
                     '\n';
  if (e.verdict == check::Verdict::held) {
    std::vector<scenario::Goal> goals;
    for (const Campaign& c : e.campaigns) {
      add_goals(goals, c.result.goals);
    }
    const std::string limits = limits_text(goals);
    text += limits.empty() ? limits : "  " + limits;
  }
  return text;
}

json::value value_of(const Examined& e) {
  json::object result{{"scenario", e.subject.scenario->name()}, {"variant", e.subject.variant},
                      {"profile", profile_value(e.subject)},    {"verdict", check::text(e.verdict)},
                      {"expected", check::text(e.expected)},    {"as_expected", e.as_expected()},
                      {"coverage", coverage(e, "; ")},          {"schedules", e.schedules}};
  json::array campaigns;
  for (const Campaign& c : e.campaigns) {
    json::object campaign;
    add_campaign(campaign, c, c.result.found ? e.violation : std::nullopt, false);
    campaigns.emplace_back(std::move(campaign));
  }
  result["campaigns"] = std::move(campaigns);
  return result;
}

report::Judgement judgement_of(const Examined& e) {
  using Kind = report::Judgement::Kind;
  report::Judgement j;
  j.suite = e.subject.scenario->name();
  j.name = name_of(e.subject);
  j.verdict = check::text(e.verdict);
  j.expected = check::text(e.expected);
  j.coverage = coverage(e, "\n");
  j.seconds = e.seconds;
  if (e.as_expected()) {
    return j;
  }
  j.kind = e.verdict == check::Verdict::inconclusive ? Kind::undecided : Kind::other;
  j.message = j.verdict + ", expected " + j.expected;
  j.text = j.coverage;
  if (e.violation) {
    j.message += "; " + report::failure_line(e.violation->found.failure);
    j.text = e.violation->text;
    j.place = e.violation->place;
  } else if (!e.campaigns.empty() && !e.campaigns.back().result.stop_text.empty()) {
    j.message += "; " + e.campaigns.back().result.stop_text;
  }
  return j;
}

report::Judgement not_run(const scenario::Scenario& scenario, const scenario::Variant& variant,
                          const CheckOptions& options) {
  report::Judgement j;
  j.suite = scenario.name();
  j.name = name_of(subject_of(scenario, variant, options));
  j.kind = report::Judgement::Kind::undecided;
  j.verdict = "not run";
  j.expected = check::text(variant.expected);
  j.coverage = "nothing";
  j.message = "interrupted before it ran";
  j.text = j.message;
  return j;
}

}  // namespace oncelab::cli
