// replay: stored counterexamples, each run again.
#include <boost/json/array.hpp>
#include <limits>
#include <ostream>

#include <oncelab/core/lab/case/replay.hpp>
#include <oncelab/core/lab/cli/case_files.hpp>
#include <oncelab/core/lab/cli/interrupt.hpp>
#include <oncelab/core/lab/cli/page_head.hpp>
#include <oncelab/core/lab/cli/paint.hpp>
#include <oncelab/core/lab/cli/replay_report.hpp>
#include <oncelab/core/lab/cli/reports.hpp>
#include <oncelab/core/lab/cli/shell_word.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/report/case_page.hpp>
#include <oncelab/core/lab/report/json_text.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

constexpr std::uint64_t u64_max = std::numeric_limits<std::uint64_t>::max();

class Replay final : public Verb {
 public:
  [[nodiscard]] std::string_view name() const override { return "replay"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Run stored counterexamples again: FAILED or FIXED";
  }

  void declare(Flags& flags) override {
    flags.positionals("FILE", given_, "Case files (default: all of the corpus)");
    flags.text("--variant", options_.variant, "NAME", "Run this variant instead of the case's");
    flags.text("--corpus", corpus_, "DIR", "Where cases are stored (default ./oncelab-cases)");
    flags.number("--schedules-max", options_.schedules_max, {1, u64_max},
                 "Budget for exploring around a case that no longer fails (default none)");
    flags.seconds("--seconds-max", options_.seconds_max, "Stop after this time: inconclusive");
    reports_.declare(flags);
    reports_.declare_page(flags);
    progress_.declare(flags);
  }

  [[nodiscard]] ExitCode run(Session& session) override {
    auto files = case_files(session, name(), {given_, corpus_});
    if (!files) {
      return session.fail(files.error());
    }
    if (files->empty()) {
      return no_case(session, name(), corpus_);
    }
    if (auto distinct = reports_.check_files(session, *files); !distinct) {
      return session.fail(distinct.error());
    }
    const std::vector<LoadedCase> loaded = load_cases(*files);
    progress_.apply(session);
    std::ostream& out = reports_.text_stream(session);
    json::array results;
    ExitCode code = ExitCode::as_expected;
    const Interrupt interrupt;
    for (const LoadedCase& one : loaded) {
      code = graver(code, Interrupt::asked() ? not_run(session, one.file, results)
                                             : replay_one(session, out, one, results));
    }
    const std::string totals = count_text(files->size(), "case") + ": " + std::to_string(failed_) +
                               " failed, " + std::to_string(fixed_) + " fixed, " +
                               std::to_string(files->size() - failed_ - fixed_) + " undecided";
    if (files->size() > 1) {
      out << totals << '\n';
    }
    if (reports_.wants_page()) {
      make_page(session, totals, code);
    }
    auto object = json_head(name());
    object["results"] = std::move(results);
    return reports_.write(session, {.verb = std::string(name()), .name_word = "case"}, object,
                          code);
  }

 private:
  ExitCode replay_one(Session& session, std::ostream& out, const LoadedCase& loaded,
                      json::array& results) {
    const double started = now_seconds();
    const auto& [file, content] = loaded;
    if (!content) {
      return not_replayed(session, {file, name(), "UNREADABLE", content.error()}, results);
    }
    Progress progress(session.streams.err,
                      {session.progress, "replay " + file.string(), options_.schedules_max});
    options_.now_seconds = now_seconds;
    options_.progress = [&](std::uint64_t schedules) { return progress.go_on(schedules); };
    auto replayed = cases::replay(*content, options_, session.symbolizer);
    if (!replayed) {
      out << Paint(session, out)(Tone::unsure, "DOES NOT FIT") << ' ' << report::shown(file)
          << '\n';
      const Error error =
          make_error(replayed.error().kind, report::shown(file) + ": " + replayed.error().text);
      return not_replayed(session, {file, content->scenario, "DOES NOT FIT", error}, results);
    }
    const PrintedFailure failure = print(session, out, file, *content, *replayed);
    results.emplace_back(value_of(file, *replayed));
    report::Judgement judgement = judgement_of(file, *replayed, failure);
    judgement.seconds = now_seconds() - started;
    add(std::move(judgement), replayed->found ? std::optional(failure.table) : std::nullopt);
    switch (replayed->verdict) {
      case cases::ReplayVerdict::failed:
        ++failed_;
        return ExitCode::unexpected;
      case cases::ReplayVerdict::fixed:
        ++fixed_;
        return ExitCode::as_expected;
      case cases::ReplayVerdict::inconclusive:
        break;
    }
    return ExitCode::inconclusive;
  }

  ExitCode not_replayed(Session& session, const NotReplayed& c, json::array& results) {
    results.emplace_back(value_of(c));
    add(judgement_of(c), std::nullopt);
    return session.fail(c.error);
  }

  void add(report::Judgement judgement, std::optional<report::CaseTable> table) {
    if (reports_.wants_page()) {
      judged_.push_back({judgement, std::move(table)});
    }
    reports_.add(std::move(judgement));
  }

  void make_page(const Session& session, const std::string& totals, ExitCode code) {
    report::CasePage page{page_head(name(), code), std::move(judged_)};
    if (page.judged.size() != 1) {
      page.head.verdict = totals;
    }
    add_origin(page.head, session, std::nullopt);
    reports_.set_page(report::case_page(page));
  }

  ExitCode not_run(Session& session, const fs::path& file, json::array& results) {
    const Error error =
        make_error(ErrorKind::usage, report::shown(file) + ": not run: interrupted");
    (void)not_replayed(session, {file, name(), "NOT RUN", error}, results);
    return ExitCode::inconclusive;
  }

  static PrintedFailure print(Session& session, std::ostream& out, const fs::path& file,
                              const cases::CaseFile& content, const cases::ReplayResult& r) {
    out << Paint(session, out)(tone_of(r.verdict), cases::text(r.verdict)) << ' '
        << report::shown(file) << ": " << subject_text(r.subject) << ", "
        << shape_text(r.subject.program)
        << (r.verdict == cases::ReplayVerdict::fixed ? "; this program only, others may still fail"
                                                     : "")
        << '\n'
        << details_of(r);
    if (!r.found) {
      return {};
    }
    const std::string command =
        replay_command(session, file) + (r.subject.variant == content.variant
                                             ? std::string()
                                             : " --variant " + shell_word(r.subject.variant));
    PrintedFailure failure = print_failure(session, {r.subject, *r.found, command});
    out << "trace hash " << report::hex_text(runtime::trace_hash(r.found->trace))
        << (r.as_recorded ? ", as recorded" : "") << "\n\n"
        << failure.text;
    return failure;
  }

  std::vector<std::string> given_;
  std::optional<std::string> corpus_;
  Reports reports_;
  std::vector<report::JudgedCase> judged_;  // for the page
  ProgressFlag progress_;
  cases::ReplayOptions options_;
  std::size_t failed_ = 0, fixed_ = 0;
};

}  // namespace

std::unique_ptr<Verb> replay_verb() { return std::make_unique<Replay>(); }

}  // namespace oncelab::cli
