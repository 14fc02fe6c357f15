#include <oncelab/core/lab/cli/reports.hpp>

#include <oncelab/core/lab/report/junit.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

void Reports::declare(Flags& flags) {
  flags.text("--json", json_, "FILE", "Result as JSON; - is standard output");
  flags.file("--junit", junit_, "Verdicts as JUnit XML");
}

std::ostream& Reports::text_stream(Session& session) const {
  return JsonTarget(json_).text_stream(session);
}

ExitCode Reports::write(Session& session, const Head& head, const boost::json::value& value,
                        ExitCode code) const {
  if (junit_) {
    report::JunitHead junit_head{"oncelab " + std::string(head.verb), {}};
    if (head.seed) {
      junit_head.properties.emplace_back("seed", std::to_string(*head.seed));
    }
    if (auto written = report::write_file(*junit_, report::junit(junit_head, judgements_));
        !written) {
      code = graver(
          code, session.fail(make_error(written.error().kind, "--junit: " + written.error().text)));
    }
  }
  return JsonTarget(json_).write(session, value, code);
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
