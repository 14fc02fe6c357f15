#include <oncelab/core/lab/cli/reports.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <oncelab/core/lab/cli/outputs.hpp>
#include <oncelab/core/lab/report/github.hpp>
#include <oncelab/core/lab/report/junit.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

namespace fs = std::filesystem;

namespace {

/// What GitHub still takes: other commands of the same step may have written to the file.
std::size_t bytes_left(const fs::path& summary) {
  std::error_code none;
  const auto used = fs::file_size(summary, none);
  const std::size_t most = report::step_summary_bytes_max;
  return none ? most : most - static_cast<std::size_t>(std::min<std::uintmax_t>(used, most));
}

ExitCode write_one(Session& session, const std::string& flag, const std::string& file,
                   std::string_view text, ExitCode code) {
  const auto written = report::write_file(file, text);
  if (written) {
    return code;
  }
  const Error& error = written.error();
  return graver(code, session.fail(make_error(error.kind, flag + ": " + error.text)));
}

}  // namespace

void Reports::declare(Flags& flags) {
  flags.text("--json", json_, "FILE", "Result as JSON; - is standard output");
  flags.file("--junit", junit_, "Verdicts as JUnit XML");
}

void Reports::declare_page(Flags& flags) {
  flags.file("--html", html_, "What was found as an HTML page, in one file");
}

Result<void> Reports::check_files(const Session& session, const std::vector<std::string>& inputs,
                                  const std::vector<NamedFile>& more_outputs) const {
  std::vector<NamedFile> outputs = more_outputs;
  outputs.push_back({"--json", json_.value_or("")});
  outputs.push_back({"--junit", junit_.value_or("")});
  outputs.push_back({"--html", html_.value_or("")});
  if (session.environment.github_actions) {
    outputs.push_back({"GITHUB_STEP_SUMMARY", session.environment.github_step_summary, false});
  }
  return check_outputs(outputs, inputs);
}

std::ostream& Reports::text_stream(Session& session) const {
  return JsonTarget(json_).text_stream(session);
}

ExitCode Reports::write(Session& session, const Head& head, const boost::json::value& value,
                        ExitCode code) const {
  code = write_page(session, write_junit(session, head, code));
  if (session.environment.github_actions) {
    tell_github(session, head);
  }
  return JsonTarget(json_).write(session, value, code);
}

ExitCode Reports::write_page(Session& session, ExitCode code) const {
  return html_ && page_ ? write_one(session, "--html", *html_, *page_, code) : code;
}

ExitCode Reports::write_junit(Session& session, const Head& head, ExitCode code) const {
  if (!junit_) {
    return code;
  }
  report::JunitHead junit_head{"oncelab " + head.verb, {}};
  if (head.seed) {
    junit_head.properties.emplace_back("seed", std::to_string(*head.seed));
  }
  return write_one(session, "--junit", *junit_, report::junit(junit_head, judgements_), code);
}

void Reports::tell_github(Session& session, const Head& head) const {
  session.streams.err << report::annotations(judgements_) << std::flush;
  const fs::path file = session.environment.github_step_summary;
  if (file.empty()) {
    return;
  }
  report::SummaryHead summary_head{"oncelab " + head.verb, head.suite_word, head.name_word,
                                   head.seed ? "seed " + std::to_string(*head.seed) : std::string(),
                                   bytes_left(file)};
  const std::string summary = report::step_summary(summary_head, judgements_);
  if (summary.empty()) {
    session.note("the step summary is full: nothing was added to it");
  } else if (const auto written = report::append_file(file, summary); !written) {
    session.note("no step summary: " + written.error().text);
  }
}

report::Judgement::Kind kind_of(check::Verdict verdict) {
  switch (verdict) {
    case check::Verdict::held:
      return report::Judgement::Kind::as_expected;
    case check::Verdict::violated:
      return report::Judgement::Kind::other;
    case check::Verdict::inconclusive:
      break;
  }
  return report::Judgement::Kind::undecided;
}

}  // namespace oncelab::cli
