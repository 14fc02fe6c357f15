#include <oncelab/core/lab/cli/violation.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/case/replay.hpp>
#include <oncelab/core/lab/cli/case_size.hpp>
#include <oncelab/core/lab/cli/minimise.hpp>
#include <oncelab/core/lab/cli/shell_word.hpp>
#include <oncelab/core/lab/report/columns.hpp>
#include <oncelab/core/lab/report/failing_place.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

namespace fs = std::filesystem;

std::string replay_command(const Session& session, const fs::path& file) {
  const std::string path = file.string();
  const bool like_a_flag = path.starts_with('-');
  return session.program + " replay " + shell_word(like_a_flag ? "./" + path : path);
}

Violation handle(Session& session, Campaign& campaign, const fs::path& corpus) {
  ONCELAB_ASSERT(campaign.result.found.has_value());
  const schedule::Found& failed = *campaign.result.found;
  Violation v;
  v.subject = subject_of_case(campaign.subject);
  v.found = failed;
  auto stored =
      cases::store(corpus, cases::make_case(v.subject, v.found, campaign.experiment->history(),
                                            false, session.symbolizer));
  if (stored) {
    v.file = stored->file;
  } else {
    session.note(stored.error().text + "; the case is not stored (--corpus names another folder)");
  }

  const shrink::Shrunk shrunk = minimise(session, campaign.subject, failed);
  const cases::Subject smaller = subject_of_case(shrunk.subject);
  if (const auto experiment = repeat(smaller, shrunk.found); experiment != nullptr) {
    v.subject = smaller;
    v.found = shrunk.found;
    v.exhausted_below = shrunk.exhausted_below;
    v.minimality = shrink::to_text(shrunk);
    const auto content = cases::make_case(v.subject, v.found, experiment->history(), shrunk.proven,
                                          session.symbolizer);
    if (stored) {
      auto replaced = cases::replace(*stored, content);
      if (replaced) {
        v.file = replaced->file;
      } else {
        session.note(replaced.error().text + "; the case is stored as it was found");
      }
    }
  } else {
    v.minimality = "not minimised";
    session.note("the minimised case does not repeat itself; the case is kept as it was found");
  }
  PrintedFailure printed = print_failure(
      session, {v.subject, v.found, v.file ? replay_command(session, *v.file) : std::string()});
  v.table = std::move(printed.table);
  v.text = std::move(printed.text);
  v.place = std::move(printed.place);
  return v;
}

PrintedFailure print_failure(Session& session, const FailureToPrint& failure) {
  const cases::Subject& subject = failure.subject;
  const auto experiment = cases::bind(subject);
  runtime::RunOptions options = cases::run_options(subject.bound);
  options.explain = true;
  schedule::Replayed run = cases::rerun(*experiment, failure.found.schedule, options);
  const bool same = run.failure && run.trace.steps.size() == failure.found.trace.steps.size();
  const runtime::RunTrace& trace = same ? run.trace : failure.found.trace;

  report::Counterexample c;
  c.title = subject_text(subject) + ": " + shape_text(subject.program) + ", " +
            count_text(failure.found.schedule.preemptions(), "preemption") +
            happened_text(shrink::happened_in(trace));
  c.threads = trace.threads;
  c.steps = report::describe(trace, session.symbolizer,
                             same ? report::Stacks(runtime::step_stacks()) : report::Stacks());
  c.failure = failure.found.failure;
  c.replay_command = failure.replay_command;
  if (same) {
    c.history = &experiment->history();
    c.explanation = run.outcome.kind == runtime::OutcomeKind::finished ? experiment->explain()
                    : run.outcome.kind == runtime::OutcomeKind::data_race
                        ? report::race_text(run.outcome.race, trace.threads, session.symbolizer)
                        : std::string();
  } else {
    session.note("the failing run does not repeat itself; shown as it was found");
  }
  PrintedFailure printed;
  printed.table = report::case_table(c);
  printed.text = report::columns(printed.table);
  printed.place = report::failing_place(c.steps, same ? run.outcome : failure.found.outcome,
                                        session.symbolizer);
  return printed;
}

std::string text_of(const Violation& violation) {
  return "case: " + (violation.file ? report::shown(*violation.file) : std::string("NOT STORED")) +
         "\nminimised: " + violation.minimality + "\n\n" + violation.text;
}

boost::json::value case_value(const Violation& violation) {
  namespace json = boost::json;
  json::array per_client;
  for (const auto& client : violation.subject.program.clients) {
    per_client.emplace_back(client.size());
  }
  const shrink::Happened happened = shrink::happened_in(violation.found.trace);
  return json::object{
      {"clients", violation.subject.program.clients.size()},
      {"operations", violation.subject.program.operations()},
      {"operations_per_client", std::move(per_client)},
      {"preemptions", violation.found.schedule.preemptions()},
      {"crashes", happened.crashes},
      {"clock_steps", happened.clock_steps},
      {"faults", happened.faults},
      {"steps", violation.found.trace.steps.size()},
      {"property", violation.found.failure.property},
      {"failure", violation.found.failure.text},
      {"exhausted_below", violation.exhausted_below},
      {"minimality", violation.minimality},
      {"file", violation.file ? json::value(violation.file->string()) : json::value(nullptr)},
  };
}

}  // namespace oncelab::cli
