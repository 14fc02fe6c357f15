#include <oncelab/core/lab/cli/replay_report.hpp>

#include <boost/json/object.hpp>

#include <oncelab/core/lab/cli/results.hpp>
#include <oncelab/core/lab/report/case_table.hpp>
#include <oncelab/core/lab/report/json_text.hpp>
#include <oncelab/core/lab/shrink/happenings.hpp>

namespace oncelab::cli {

namespace fs = std::filesystem;
namespace json = boost::json;

Tone tone_of(cases::ReplayVerdict verdict) {
  switch (verdict) {
    case cases::ReplayVerdict::failed:
      return Tone::bad;
    case cases::ReplayVerdict::fixed:
      return Tone::good;
    case cases::ReplayVerdict::inconclusive:
      break;
  }
  return Tone::unsure;
}

std::string details_of(const cases::ReplayResult& r) {
  std::string text;
  if (r.explored) {
    text += r.followed ? "the recorded schedule no longer fails\n"
                       : "the recorded schedule cannot be followed\n";
  }
  if (r.divergence && !r.as_recorded) {
    text += without_controls(cases::to_text(*r.divergence)) + '\n';
  }
  if (r.explored && r.found) {
    text += "another schedule fails, found after " + count_text(r.explored->schedules, "schedule") +
            '\n';
  } else if (r.explored) {
    text +=
        (r.verdict == cases::ReplayVerdict::fixed ? "no schedule of it fails: " : "none failed: ") +
        schedule::coverage_text(*r.explored, r.subject.bound) + '\n';
  }
  return text + (r.note.empty() ? std::string() : "note: " + without_controls(r.note) + '\n');
}

json::value value_of(const fs::path& file, const cases::ReplayResult& r) {
  json::object result{{"file", file.string()},
                      {"result", cases::text(r.verdict)},
                      {"scenario", r.subject.scenario->name()},
                      {"variant", r.subject.variant},
                      {"profile", profile_value(r.subject)},
                      {"followed", r.followed},
                      {"as_recorded", r.as_recorded}};
  if (!r.note.empty()) {
    result["note"] = r.note;
  }
  if (r.divergence) {
    result["divergence"] = json::object{{"step", r.divergence->step},
                                        {"recorded", r.divergence->recorded},
                                        {"now", r.divergence->now}};
  }
  if (r.explored) {
    result["schedules"] = r.explored->schedules;
    result["complete"] = r.explored->complete;
    result["coverage"] = schedule::coverage_text(*r.explored, r.subject.bound);
    result["bound"] = bound_value(r.subject.bound);
  }
  if (r.found) {
    result["property"] = r.found->failure.property;
    result["failure"] = r.found->failure.text;
    result["preemptions"] = r.found->schedule.preemptions();
    const shrink::Happened happened = shrink::happened_in(r.found->trace);
    result["crashes"] = happened.crashes;
    result["clock_steps"] = happened.clock_steps;
    result["faults"] = happened.faults;
    result["trace_hash"] = report::hex_text(runtime::trace_hash(r.found->trace));
  }
  return result;
}

json::value value_of(const NotReplayed& c) {
  return json::object{{"file", c.file.string()}, {"result", c.word}, {"reason", c.error.text}};
}

report::Judgement judgement_of(const fs::path& file, const cases::ReplayResult& r,
                               const PrintedFailure& failure) {
  using Kind = report::Judgement::Kind;
  report::Judgement j;
  j.suite = r.subject.scenario->name();
  j.name = file.string() + ", variant " + r.subject.variant + profile_text(r.subject);
  j.verdict = cases::text(r.verdict);
  j.expected = cases::text(cases::ReplayVerdict::fixed);
  j.coverage = details_of(r);
  if (r.verdict == cases::ReplayVerdict::failed) {
    j.kind = Kind::other;
    j.coverage += r.explored ? "" : "the recorded schedule fails";
    j.message = report::failure_line(r.found->failure);
    j.text = failure.text;
    j.place = failure.place;
  } else if (r.verdict == cases::ReplayVerdict::inconclusive) {
    j.kind = Kind::undecided;
    j.message = r.note;
    j.text = details_of(r);
  }
  return j;
}

report::Judgement judgement_of(const NotReplayed& c) {
  report::Judgement j;
  j.suite = c.suite;
  j.name = c.file.string();
  j.kind = report::Judgement::Kind::undecided;
  j.verdict = c.word;
  j.expected = cases::text(cases::ReplayVerdict::fixed);
  j.coverage = "nothing";
  j.message = c.error.text;
  j.text = c.error.text;
  return j;
}

}  // namespace oncelab::cli
