// doctor: what is here, and what is missing for which verb.
#include <unistd.h>

#include <boost/json/array.hpp>
#include <ostream>
#include <system_error>

#include <oncelab/core/lab/case/corpus.hpp>
#include <oncelab/core/lab/case/make_case.hpp>
#include <oncelab/core/lab/cli/campaign.hpp>
#include <oncelab/core/lab/cli/lookup.hpp>
#include <oncelab/core/lab/cli/models.hpp>
#include <oncelab/core/lab/cli/results.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/report/write_file.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>

namespace oncelab::cli {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

std::string compiler() {
#ifdef __clang__
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

struct Finding {
  bool ok = false;
  std::string text;
  std::string needed_for;  // empty: for nothing in particular
};

class Doctor final : public Verb {
 public:
  [[nodiscard]] std::string_view name() const override { return "doctor"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Say what is here, and what is missing for which verb";
  }
  void declare(Flags& flags) override {
    flags.text("--corpus", corpus_, "DIR", "Where cases are stored (default ./oncelab-cases)");
    flags.text("--json", json_, "FILE", "Result as JSON; - is standard output");
  }

  [[nodiscard]] ExitCode run(Session& session) override {
    const std::size_t scenarios = runnable_scenarios().size();
    const std::size_t known = models().size();
    const bool symbols = session.symbolizer.available();
    const std::vector<Finding> findings = {
        {scenarios > 0, count_text(scenarios, "scenario"), "check, explore and replay"},
        {known > 0, count_text(known, "model"), "verify"},
        {true, "strategies " + std::string(schedule::strategy_names()), ""},
        {symbols, symbols ? "debug information" : "no debug information",
         "file and line in counterexamples"},
        corpus_finding(corpus_.value_or(cases::default_corpus))};
    const JsonTarget json_target(json_);
    print(json_target.text_stream(session), findings);
    return json_target.write(
        session, value_of(findings),
        scenarios > 0 && known > 0 ? ExitCode::as_expected : ExitCode::unavailable);
  }

 private:
  static void print(std::ostream& out, const std::vector<Finding>& findings) {
    out << "oncelab " << cases::tool_version() << ", built with " << compiler() << '\n';
    for (const Finding& f : findings) {
      out << (f.ok ? "ok       " : "missing  ") << f.text
          << (f.ok || f.needed_for.empty() ? "" : ": needed for " + f.needed_for) << '\n';
    }
  }

  [[nodiscard]] json::value value_of(const std::vector<Finding>& findings) const {
    auto object = json_head(name());
    object["version"] = cases::tool_version();
    object["compiler"] = compiler();
    json::array values;
    for (const Finding& f : findings) {
      values.emplace_back(
          json::object{{"ok", f.ok}, {"text", f.text}, {"needed_for", f.needed_for}});
    }
    object["findings"] = std::move(values);
    return object;
  }

  static Finding corpus_finding(const fs::path& directory) {
    const std::string shown = report::shown(directory);
    std::error_code ignored;
    if (!fs::exists(directory, ignored)) {
      const fs::path parent = directory.has_parent_path() ? directory.parent_path() : fs::path(".");
      const bool can = access(parent.c_str(), W_OK) == 0;
      return {can,
              "corpus folder " + shown + (can ? " (made when needed)" : ", which cannot be made"),
              "storing cases"};
    }
    const auto corpus = cases::list_corpus(directory);
    const bool can = corpus.has_value() && access(directory.c_str(), W_OK) == 0;
    return {can,
            "corpus folder " + shown + ": " +
                (corpus ? count_text(corpus->files.size(), "case") : std::string("unreadable")) +
                (can ? "" : ", cannot be written"),
            "storing cases"};
  }

  std::optional<std::string> corpus_, json_;
};

}  // namespace

std::unique_ptr<Verb> doctor_verb() { return std::make_unique<Doctor>(); }

}  // namespace oncelab::cli
