// doctor: what is here, and what is missing for which verb.
#include <unistd.h>

#include <ostream>
#include <system_error>

#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/case/make_case.hpp>
#include <oncelab/core/lab/cli/campaign.hpp>
#include <oncelab/core/lab/cli/models.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/report/write_file.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>

namespace oncelab::cli {

namespace fs = std::filesystem;

namespace {

std::string compiler() {
#ifdef __clang__
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

class Doctor final : public Verb {
 public:
  [[nodiscard]] std::string_view name() const override { return "doctor"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Say what is here, and what is missing for which verb";
  }
  void declare(Flags& flags) override {
    flags.text("--corpus", corpus_, "DIR", "Where cases are stored (default ./oncelab-cases)");
  }

  [[nodiscard]] ExitCode run(Session& session) override {
    std::ostream& out = session.streams.out;
    out << "oncelab " << cases::tool_version() << ", built with " << compiler() << '\n';
    const std::size_t scenarios = scenario::scenarios().size();
    line(out, scenarios > 0, count_text(scenarios, "scenario"), "check, explore and replay");
    const std::size_t known = models().size();
    line(out, known > 0, count_text(known, "model"), "verify");
    line(out, true, "strategies " + std::string(schedule::strategy_names()), "");
    const bool symbols = session.symbolizer.available();
    line(out, symbols, symbols ? "debug information" : "no debug information",
         "file and line in counterexamples");
    report_corpus(out, corpus_.value_or(cases::default_corpus));
    return scenarios > 0 && known > 0 ? ExitCode::as_expected : ExitCode::unavailable;
  }

 private:
  static void line(std::ostream& out, bool here, const std::string& what,
                   const std::string& needed_for) {
    out << (here ? "ok       " : "missing  ") << what
        << (here || needed_for.empty() ? "" : ": needed for " + needed_for) << '\n';
  }

  static void report_corpus(std::ostream& out, const fs::path& directory) {
    const std::string shown = report::shown(directory);
    std::error_code ignored;
    if (!fs::exists(directory, ignored)) {
      const fs::path parent = directory.has_parent_path() ? directory.parent_path() : fs::path(".");
      const bool can = access(parent.c_str(), W_OK) == 0;
      line(out, can,
           "corpus folder " + shown + (can ? " (made when needed)" : ", which cannot be made"),
           "storing cases");
      return;
    }
    const auto corpus = cases::list_corpus(directory);
    const bool can = corpus.has_value() && access(directory.c_str(), W_OK) == 0;
    line(out, can,
         "corpus folder " + shown + ": " +
             (corpus ? count_text(corpus->files.size(), "case") : std::string("unreadable")) +
             (can ? "" : ", cannot be written"),
         "storing cases");
  }

  std::optional<std::string> corpus_;
};

}  // namespace

std::unique_ptr<Verb> doctor_verb() { return std::make_unique<Doctor>(); }

}  // namespace oncelab::cli
