#include <oncelab/core/lab/case/make_case.hpp>
#include <oncelab/core/lab/history/content_hash.hpp>

#include <algorithm>

namespace oncelab::cases {

namespace {

std::string readable(std::string text, std::size_t bytes_max) {
  std::ranges::replace_if(text, [](char c) { return c < ' ' || c > '~'; }, '?');
  if (text.size() > bytes_max) {
    text.resize(bytes_max - 3);
    text += "...";
  }
  return text;
}

std::string this_compiler() {
#ifdef __clang__
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

}  // namespace

std::string_view tool_version() { return ONCELAB_VERSION; }

std::unique_ptr<scenario::Experiment> bind(const Subject& subject) {
  const scenario::Scenario& s = *subject.scenario;
  return s.bind(
      {subject.variant, subject.profile.empty() ? scenario::default_profile(s) : subject.profile},
      subject.program);
}

CaseFile make_case(const Subject& subject, const schedule::Found& found,
                   const history::History& history, bool minimal, report::Symbolizer& symbolizer) {
  const std::size_t text_max = Limits{}.text_bytes_max;
  CaseFile c;
  c.tool_version = tool_version();
  c.scenario = subject.scenario->name();
  c.variant = subject.variant;
  c.profile = subject.profile;
  c.program = subject.program;
  c.bound = subject.bound;
  c.schedule = found.schedule;
  c.failure = {readable(found.failure.property, text_max), readable(found.failure.text, text_max)};
  c.minimal = minimal;
  if (subject.bound.plain_accesses_are_steps) {
    c.compiler = this_compiler();
  }
  for (const runtime::ThreadInfo& t : found.trace.threads) {
    runtime::ThreadInfo kept;
    kept.parent = t.parent;
    kept.client = t.client;
    kept.process = t.process;
    kept.role = t.role;
    c.threads.push_back(kept);
  }
  c.steps = report::describe(found.trace, symbolizer);
  for (report::DescribedStep& s : c.steps) {
    s.at = readable(std::move(s.at), text_max);
  }
  c.trace_hash = runtime::trace_hash(found.trace);
  c.history_hash = history::content_hash(history);
  return c;
}

}  // namespace oncelab::cases
