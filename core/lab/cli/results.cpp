#include <oncelab/core/lab/cli/results.hpp>

#include <array>
#include <boost/json/array.hpp>
#include <cmath>
#include <set>

#include <oncelab/core/lab/report/json_text.hpp>
#include <oncelab/core/lab/report/valid_text.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

namespace json = boost::json;

std::ostream& JsonTarget::text_stream(Session& session) const {
  return file_ == "-" ? session.streams.err : session.streams.out;
}

ExitCode JsonTarget::write(Session& session, const json::value& value, ExitCode code) const {
  if (!file_) {
    return code;
  }
  // Names of files need not be UTF-8; JSON must be.
  const std::string text = report::valid_text(report::json_text(value));
  if (*file_ == "-") {
    session.streams.out << text;
    return code;
  }
  session.streams.out.flush();  // the file may be /dev/stdout
  if (auto written = report::write_file(*file_, text); !written) {
    return graver(
        code, session.fail(make_error(written.error().kind, "--json: " + written.error().text)));
  }
  return code;
}

json::object json_head(std::string_view verb) {
  return {{"schema", json_schema_version}, {"verb", verb}};
}

json::value profile_value(const cases::Subject& subject) {
  return subject.profile.empty() ? json::value(nullptr) : json::value(subject.profile);
}

json::value bound_value(const schedule::Bound& bound) {
  return json::object{
      {"text", schedule::text_of(bound)},
      {"preemptions_max",
       bound.preemptions_max ? json::value(*bound.preemptions_max) : json::value(nullptr)},
      {"timeouts_max", bound.timeouts_max},
      {"spurious_max", bound.spurious_max},
      {"crashes_max", bound.crashes_max},
      {"clock_steps_max", bound.clock_steps_max},
      {"faults_max", bound.faults_max},
      {"steps_max", bound.steps_max},
      {"steps", bound.plain_accesses_are_steps ? "all" : "sync"},
  };
}

check::Verdict verdict_of(const schedule::ExploreResult& result, bool require_complete) {
  if (result.verdict == check::Verdict::held && require_complete && !result.complete) {
    return check::Verdict::inconclusive;
  }
  return result.verdict;
}

std::string verdict_text(const Campaign& campaign, bool require_complete) {
  const schedule::ExploreResult& result = campaign.result;
  const check::Verdict verdict = verdict_of(result, require_complete);
  std::string text = std::string(check::text(verdict)) + ": ";
  if (result.found) {
    return text + result.found->failure.property + ", after " +
           count_text(result.schedules, "schedule");
  }
  if (verdict != result.verdict) {
    text += "--require-complete, but only ";
  } else if (!result.stop_text.empty()) {
    text += result.stop_text + "; ";
  }
  text += schedule::coverage_text(result, campaign.subject.bound);
  const bool sampled = verdict == check::Verdict::held && !result.complete;
  return text + (sampled ? "; none failed, but schedules that were not run may" : "");
}

std::string limits_text(std::span<const scenario::Goal> goals) {
  std::string text;
  for (const scenario::Goal& goal : goals) {
    if (goal.is_limit && goal.runs != 0) {
      text += "not promised, and seen in " + count_text(goal.runs, "run") + ": " + goal.text + '\n';
    }
  }
  return text;
}

void add_counts(json::object& object, const schedule::Counts& counts) {
  object["schedules"] = counts.schedules;
  object["runs"] = counts.runs;
  object["steps"] = counts.steps;
  object["steps_longest"] = counts.steps_longest;
}

void add_campaign(json::object& object, const Campaign& campaign,
                  const std::optional<Violation>& violation, bool require_complete) {
  const schedule::ExploreResult& result = campaign.result;
  object["verdict"] = check::text(verdict_of(result, require_complete));
  object["complete"] = result.complete;
  object["coverage"] = schedule::coverage_text(result, campaign.subject.bound);
  if (!result.stop_text.empty()) {
    object["reason"] = result.stop_text;
  }
  add_counts(object, result);
  object["bound"] = bound_value(campaign.subject.bound);
  object["seed"] = campaign.options.seed;
  object["strategy"] = campaign.options.strategy;
  object["generated_programs"] = campaign.programs;
  object["clients"] = campaign.subject.program.clients.size();
  object["operations"] = campaign.subject.program.operations();
  json::array goals;
  for (const scenario::Goal& goal : result.goals) {
    json::object value{{"text", goal.text}, {"runs", goal.runs}, {"required", goal.required}};
    if (goal.is_limit) {
      value["promised"] = false;
    }
    goals.emplace_back(std::move(value));
  }
  object["goals"] = std::move(goals);
  object["weaker_accesses"] = result.weaker_accesses.size();
  object["assumed_fairness"] = result.assumed_fairness;
  if (result.remaining) {
    object["remaining_estimate"] = *result.remaining;
  }
  object["case"] = violation ? case_value(*violation) : json::value(nullptr);
  object["trace_hash"] =
      violation ? json::value(report::hex_text(runtime::trace_hash(violation->found.trace)))
                : json::value(nullptr);
  object["seconds"] = std::round(campaign.seconds * 1e6) / 1e6;
}

std::string weaker_text(Session& session, const schedule::ExploreResult& result) {
  std::set<std::string> places;
  for (const void* address : result.weaker_accesses) {
    const std::array<const void*, 1> stack = {address};
    places.insert(session.symbolizer.user_place(stack));
  }
  std::string text;
  for (const std::string& place : places) {
    if (!place.empty()) {
      text += "weaker than sequentially consistent: " + place + "\n";
    }
  }
  return text;
}

}  // namespace oncelab::cli
