// replay: stored counterexamples, each run again.
#include <boost/json/array.hpp>
#include <limits>
#include <ostream>
#include <system_error>

#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/case/replay.hpp>
#include <oncelab/core/lab/cli/interrupt.hpp>
#include <oncelab/core/lab/cli/results.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
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
    flags.text("--json", json_, "FILE", "Result as JSON; - is standard output");
  }

  [[nodiscard]] ExitCode run(Session& session) override {
    std::vector<fs::path> files(given_.begin(), given_.end());
    if (given_.empty()) {
      auto listed = corpus_files(session);
      if (!listed) {
        return session.fail(listed.error());
      }
      files = std::move(*listed);
    }
    if (files.empty()) {
      session.note("replay: nothing ran: no case in " +
                   report::shown(corpus_.value_or(cases::default_corpus)));
      return ExitCode::nothing_ran;
    }
    const JsonTarget json_target(json_);
    std::ostream& out = json_target.text_stream(session);
    json::array results;
    ExitCode code = ExitCode::as_expected;
    for (const fs::path& file : files) {
      code = graver(code, replay_one(session, out, file, results));
    }
    if (files.size() > 1) {
      out << count_text(files.size(), "case") << ": " << failed_ << " failed, " << fixed_
          << " fixed, " << files.size() - failed_ - fixed_ << " undecided\n";
    }
    auto object = json_head(name());
    object["results"] = std::move(results);
    return json_target.write(session, object, code);
  }

 private:
  Result<std::vector<fs::path>> corpus_files(Session& session) const {
    const fs::path directory = corpus_.value_or(cases::default_corpus);
    std::error_code ignored;
    if (!corpus_ && !fs::exists(directory, ignored)) {
      return std::vector<fs::path>();
    }
    auto corpus = cases::list_corpus(directory);
    if (!corpus) {
      return corpus.error();
    }
    for (const std::string& note : corpus->notes) {
      session.note(note);
    }
    return std::move(corpus->files);
  }

  ExitCode replay_one(Session& session, std::ostream& out, const fs::path& file,
                      json::array& results) {
    auto content = cases::load(file);
    if (!content) {
      return session.fail(content.error());
    }
    const Interrupt interrupt;
    Progress progress(session, "replay " + file.string());
    options_.now_seconds = now_seconds;
    options_.progress = [&](std::uint64_t schedules) { return progress.go_on(schedules); };
    auto replayed = cases::replay(*content, options_, session.symbolizer);
    if (!replayed) {
      out << "DOES NOT FIT " << report::shown(file) << '\n';
      return session.fail(
          make_error(replayed.error().kind, report::shown(file) + ": " + replayed.error().text));
    }
    print(session, out, file, *content, *replayed);
    results.emplace_back(value_of(file, *replayed));
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

  static void print(Session& session, std::ostream& out, const fs::path& file,
                    const cases::CaseFile& content, const cases::ReplayResult& r) {
    out << cases::text(r.verdict) << ' ' << report::shown(file) << ": "
        << r.subject.scenario->name() << ", variant " << r.subject.variant << ", "
        << shape_text(r.subject.program) << '\n';
    if (r.explored) {
      out << (r.followed ? "the recorded schedule no longer fails\n"
                         : "the recorded schedule cannot be followed\n");
      if (r.divergence) {
        out << cases::to_text(*r.divergence) << '\n';
      }
      if (r.found) {
        out << "another schedule fails, found after "
            << count_text(r.explored->schedules, "schedule") << '\n';
      } else {
        out << (r.verdict == cases::ReplayVerdict::fixed ? "none fails: " : "none failed: ")
            << schedule::coverage_text(*r.explored, r.subject.bound) << '\n';
      }
    } else if (r.divergence && !r.as_recorded) {
      out << cases::to_text(*r.divergence) << '\n';
    }
    if (!r.note.empty()) {
      out << "note: " << r.note << '\n';
    }
    if (r.found) {
      out << "trace hash " << report::hex_text(runtime::trace_hash(r.found->trace))
          << (r.as_recorded ? ", as recorded" : "") << "\n\n"
          << counterexample_text(
                 session,
                 {r.subject, *r.found,
                  std::string(r.subject.scenario->name()) + ", variant " + r.subject.variant +
                      ": " + shape_text(r.subject.program) + ", " +
                      count_text(r.found->schedule.preemptions(), "preemption"),
                  replay_command(session, file) + (r.subject.variant == content.variant
                                                       ? std::string()
                                                       : " --variant " + r.subject.variant)});
    }
  }

  static json::value value_of(const fs::path& file, const cases::ReplayResult& r) {
    json::object result{{"file", file.string()},
                        {"result", cases::text(r.verdict)},
                        {"scenario", r.subject.scenario->name()},
                        {"variant", r.subject.variant},
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
      result["trace_hash"] = report::hex_text(runtime::trace_hash(r.found->trace));
    }
    return result;
  }

  std::vector<std::string> given_;
  std::optional<std::string> corpus_, json_;
  cases::ReplayOptions options_;
  std::size_t failed_ = 0, fixed_ = 0;
};

}  // namespace

std::unique_ptr<Verb> replay_verb() { return std::make_unique<Replay>(); }

}  // namespace oncelab::cli
