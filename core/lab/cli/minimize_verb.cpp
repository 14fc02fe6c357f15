// minimize: stored counterexamples made smaller, with a larger budget than exploring spends on it.
#include <algorithm>
#include <boost/json/array.hpp>
#include <limits>
#include <ostream>
#include <system_error>
#include <utility>

#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/case/replay.hpp>
#include <oncelab/core/lab/cli/case_files.hpp>
#include <oncelab/core/lab/cli/case_size.hpp>
#include <oncelab/core/lab/cli/interrupt.hpp>
#include <oncelab/core/lab/cli/minimise.hpp>
#include <oncelab/core/lab/cli/outputs.hpp>
#include <oncelab/core/lab/cli/paint.hpp>
#include <oncelab/core/lab/cli/results.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

constexpr std::uint64_t u64_max = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t schedules_max_standard = 2'000'000;  // exploring spends a tenth of it

/// The shares are those of the shrinker's own budget.
shrink::Budget budget_of(std::uint64_t schedules_max) {
  const shrink::Budget standard;
  const double factor =
      static_cast<double>(schedules_max) / static_cast<double>(standard.schedules_max);
  const auto scaled = [&](std::uint64_t n) {
    return std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(std::min(static_cast<double>(n) * factor, 1e18)));
  };
  shrink::Budget budget;
  budget.schedules_max = schedules_max;
  budget.small_programs_max = scaled(standard.small_programs_max);
  budget.one_program_max = scaled(standard.one_program_max);
  budget.happenings_max = scaled(standard.happenings_max);
  constexpr std::uint64_t candidates_most = 100'000;
  budget.candidates_max = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
      scaled(standard.candidates_max), standard.candidates_max, candidates_most));
  return budget;
}

class Minimize final : public Verb {
 public:
  [[nodiscard]] std::string_view name() const override { return "minimize"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Make stored counterexamples smaller, and prove that they are smallest";
  }

  void declare(Flags& flags) override {
    flags.positionals("FILE", given_, "Case files (default: all of the corpus)");
    flags.text("--corpus", corpus_, "DIR", "Where cases are (default ./oncelab-cases)");
    flags.number("--schedules-max", schedules_max_, {1, u64_max},
                 "Budget in schedules for each case (default 2000000)");
    flags.seconds("--seconds-max", seconds_max_, "Stop a case after this time: not proven");
    flags.set("--replace", replace_, "Remove a case when a smaller one is stored");
    flags.text("--json", json_, "FILE", "Result as JSON; - is standard output");
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
    if (auto distinct = check_outputs({{"--json", json_.value_or("")}}, *files); !distinct) {
      return session.fail(distinct.error());
    }
    const std::vector<LoadedCase> loaded = load_cases(*files);
    progress_.apply(session);
    const JsonTarget json_target(json_);
    std::ostream& out = json_target.text_stream(session);
    json::array results;
    ExitCode code = ExitCode::as_expected;
    const Interrupt interrupt;
    for (const LoadedCase& one : loaded) {
      if (Interrupt::asked()) {
        session.note(report::shown(one.file) + ": not run: interrupted");
        results.emplace_back(not_run(one.file, "NOT RUN", "interrupted"));
        code = graver(code, ExitCode::inconclusive);
      } else {
        code = graver(code, minimise_one(session, out, one, results));
      }
    }
    auto object = json_head(name());
    object["results"] = std::move(results);
    return json_target.write(session, object, code);
  }

 private:
  /// One file, its case, and what became of it.
  struct Done {
    Done(const fs::path& from, const cases::CaseFile& was, shrink::Shrunk&& is)
        : file(from), before(was), after(was), shrunk(std::move(is)) {}

    const fs::path& file;
    const cases::CaseFile& before;
    cases::CaseFile after;
    shrink::Shrunk shrunk;
    bool repeats = true;           // what came out fails again
    std::string smaller;           // empty: nothing is
    std::optional<fs::path> kept;  // where the case is now; none: it could not be stored
    bool removed = false;          // the earlier file

    [[nodiscard]] bool proven() const { return repeats && is_proven(shrunk); }
    [[nodiscard]] std::string_view word() const {
      return !proven() ? "NOT PROVEN" : smaller.empty() ? "MINIMAL" : "MINIMISED";
    }
  };

  ExitCode minimise_one(Session& session, std::ostream& out, const LoadedCase& loaded,
                        json::array& results) const {
    const auto& [file, content] = loaded;
    if (!content) {
      results.emplace_back(not_run(file, "UNREADABLE", content.error().text));
      return session.fail(content.error());
    }
    cases::ReplayOptions follow_only;
    follow_only.schedules_max = 1;
    auto replayed = cases::replay(*content, follow_only, session.symbolizer);
    if (!replayed) {
      const Error& error = replayed.error();
      out << Paint(session, out)(Tone::unsure, "DOES NOT FIT") << ' ' << report::shown(file)
          << '\n';
      results.emplace_back(not_run(file, "DOES NOT FIT", error.text));
      return session.fail(make_error(error.kind, report::shown(file) + ": " + error.text));
    }
    if (!replayed->found || replayed->explored) {
      const std::string reason = replayed->followed ? "the recorded schedule no longer fails"
                                                    : "the recorded schedule cannot be followed";
      out << Paint(session, out)(Tone::unsure, "NO LONGER FAILS") << ' ' << report::shown(file)
          << ": " << reason << "; whether it is fixed says: " << replay_command(session, file)
          << '\n';
      results.emplace_back(not_run(file, "NO LONGER FAILS", reason));
      return ExitCode::inconclusive;
    }
    Done done = minimised(session, file, *content, *replayed);
    const bool stored = keep(session, done);
    print(session, out, done);
    results.emplace_back(value_of(done));
    return graver(done.proven() ? ExitCode::as_expected : ExitCode::inconclusive,
                  stored ? ExitCode::as_expected : ExitCode::usage);
  }

  [[nodiscard]] Done minimised(Session& session, const fs::path& file,
                               const cases::CaseFile& before,
                               const cases::ReplayResult& replayed) const {
    if (!replayed.note.empty()) {
      session.note(report::shown(file) + ": " + replayed.note);
    }
    Done done(file, before,
              minimise(session, replayed.subject, *replayed.found, budget_of(schedules_max_),
                       seconds_max_));
    const cases::Subject subject = subject_of_case(done.shrunk.subject);
    if (const auto experiment = repeat(subject, done.shrunk.found); experiment != nullptr) {
      done.after = cases::make_case(subject, done.shrunk.found, experiment->history(),
                                    done.shrunk.proven, session.symbolizer);
    } else {
      done.repeats = false;
      session.note(report::shown(file) +
                   ": the minimised case does not repeat itself; the case is left as it is");
    }
    done.smaller = smaller_text(CaseSize(before), CaseSize(done.after));
    return done;
  }

  /// Stores what is smaller, or newly proven. False if that failed.
  [[nodiscard]] bool keep(Session& session, Done& done) const {
    const bool newly_proven = done.after.minimal && !done.before.minimal;
    if (done.smaller.empty() && !newly_proven) {
      done.kept = done.file;
      return true;
    }
    const fs::path folder = done.file.has_parent_path() ? done.file.parent_path() : fs::path(".");
    const auto stored = cases::store(folder, done.after);
    if (!stored) {
      session.note(stored.error().text + "; the smaller case is not stored");
      return false;
    }
    done.kept = stored->file;
    std::error_code failed;
    if (replace_ && !fs::equivalent(stored->file, done.file, failed) && !failed) {
      done.removed = fs::remove(done.file, failed);
    }
    if (failed) {
      session.note("cannot remove " + report::shown(done.file) + ": " + failed.message());
    }
    return !failed;
  }

  static void print(Session& session, std::ostream& out, const Done& done) {
    out << Paint(session, out)(done.proven() ? Tone::good : Tone::unsure, done.word()) << ' '
        << report::shown(done.file) << ": " << subject_text(done.shrunk.subject) << ", "
        << CaseSize(done.after).text() << '\n';
    if (!done.smaller.empty()) {
      out << "smaller: " << done.smaller << '\n';
    }
    if (done.repeats) {
      out << "minimised: " << shrink::to_text(done.shrunk) << '\n';
    }
    if (!done.kept) {
      out << "case: not stored\n";
      return;
    }
    if (*done.kept != done.file) {
      out << "case: " << report::shown(*done.kept)
          << (done.removed ? ", in place of " + report::shown(done.file) : std::string()) << '\n';
    }
    out << "replay: " << replay_command(session, *done.kept) << '\n';
  }

  static json::value value_of(const Done& done) {
    return json::object{
        {"file", done.file.string()},
        {"result", done.word()},
        {"scenario", done.before.scenario},
        {"variant", done.before.variant},
        {"profile", profile_value(done.shrunk.subject)},
        {"before", CaseSize(done.before).value()},
        {"after", CaseSize(done.after).value()},
        {"proven", done.proven()},
        {"exhausted_below", done.repeats ? done.shrunk.exhausted_below : 0},
        {"minimality", done.repeats ? shrink::to_text(done.shrunk) : std::string()},
        {"schedules", done.shrunk.schedules},
        {"case", done.kept ? json::value(done.kept->string()) : json::value(nullptr)}};
  }

  static json::value not_run(const fs::path& file, std::string_view result,
                             const std::string& reason) {
    return json::object{{"file", file.string()}, {"result", result}, {"reason", reason}};
  }

  std::vector<std::string> given_;
  std::optional<std::string> corpus_, json_;
  std::uint64_t schedules_max_ = schedules_max_standard;
  std::optional<double> seconds_max_;
  bool replace_ = false;
  ProgressFlag progress_;
};

}  // namespace

std::unique_ptr<Verb> minimize_verb() { return std::make_unique<Minimize>(); }

}  // namespace oncelab::cli
