// verify: a recorded history against a model.
#include <algorithm>
#include <boost/json/object.hpp>
#include <iostream>
#include <limits>
#include <list>
#include <new>
#include <ostream>

#include <oncelab/core/lab/check/explanation_text.hpp>
#include <oncelab/core/lab/cli/models.hpp>
#include <oncelab/core/lab/cli/paint.hpp>
#include <oncelab/core/lab/cli/reports.hpp>
#include <oncelab/core/lab/cli/shell_word.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/cli/verify_page.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

namespace json = boost::json;

namespace {

constexpr const char* out_of_memory =
    "out of memory; lift the limit (ulimit -v) or split the history by key";
constexpr std::uint64_t memory_mb_max_max = std::uint64_t{1} << 20U;

class Verify final : public Verb {
 public:
  [[nodiscard]] std::string_view name() const override { return "verify"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Check a recorded history against a model";
  }

  void declare(Flags& flags) override {
    flags.positional(
        "FILE", file_,
        "History: oncelab or process/type JSON lines, Jepsen EDN, an etcd log or a set log; "
        "- is standard input");
    flags.text("--model", model_, "NAME", "Model; `list models` names them");
    for (const Model& model : models()) {
      for (const ModelOption& option : model.options) {
        declare_option(flags, option);
      }
    }
    flags.number("--memory-mb-max", memory_mb_max_, {1, memory_mb_max_max},
                 "Memory for the search (default 4096): beyond it, inconclusive");
    reports_.declare(flags);
    reports_.declare_page(flags);
  }

  [[nodiscard]] ExitCode run(Session& session) override {
    try {
      auto outcome = verify(session);
      return outcome ? *outcome : session.fail(outcome.error());
    } catch (const std::bad_alloc&) {
      session.note(std::string("inconclusive: ") + out_of_memory);
      return ExitCode::inconclusive;
    }
  }

 private:
  struct Given {
    std::string name;
    std::optional<std::string> value;
  };
  struct Asked {
    std::string file, model;
    ModelOptions options;
  };

  void declare_option(Flags& flags, const ModelOption& option) {
    if (std::ranges::find(given_, option.name, &Given::name) != given_.end()) {
      return;  // another model has it too
    }
    Given& given = given_.emplace_back();
    given.name = option.name;
    flags.text("--" + option.name, given.value, "VALUE",
               option.description + ": " + option.accepts + " (default " + option.standard + ")");
  }

  [[nodiscard]] ModelOptions options(const ModelProvider& provider, const std::string& model,
                                     history::Format format) const {
    ModelOptions chosen;
    if (provider.implied != nullptr) {
      chosen = provider.implied(format, model);
    }
    for (const Given& given : given_) {
      if (given.value) {
        chosen[given.name] = *given.value;
      }
    }
    return chosen;
  }

  Result<ExitCode> verify(Session& session) {
    const double started = now_seconds();
    if (!file_) {
      return make_error(ErrorKind::usage, "verify: give a FILE, or - for standard input");
    }
    if (!model_) {
      return make_error(ErrorKind::usage, "verify: give --model; `list models` names them");
    }
    Asked asked{*file_, *model_, {}};
    auto provider = find_model(asked.model);
    if (!provider) {
      return provider.error();
    }
    if (auto distinct = reports_.check_files(session, {asked.file}); !distinct) {
      return distinct.error();
    }
    auto loaded = asked.file == "-" ? history::read(std::cin, "standard input")
                                    : history::read_file(asked.file);
    if (!loaded) {
      return loaded.error();
    }
    asked.options = options(**provider, asked.model, loaded->format);
    auto checker = (*provider)->make(asked.model, asked.options);
    if (!checker) {
      return checker.error();
    }
    const history::History& history = loaded->history;
    if (auto accepted = (*checker)->accepts(history); !accepted) {
      return make_error(ErrorKind::bad_input,
                        "verify: " + report::shown(asked.file) + ": " + accepted.error().text);
    }
    check::Budget budget;
    budget.memory_bytes_max = std::uint64_t{memory_mb_max_} << 20U;
    (*checker)->set_budget(budget);
    const auto [result, why, explanation] = checked(**checker, history);
    std::ostream& out = reports_.text_stream(session);
    const std::string summary = summary_of(asked, *loaded, result);
    out << Paint(session, out)(tone_of(result.verdict), check::text(result.verdict)) << ": "
        << summary << '\n';
    if (result.verdict == check::Verdict::inconclusive) {
      out << "reason: " << check::text(result.reason) << '\n';
    }
    out << explanation;
    report::Judgement j = judgement_of(asked, result, explanation);
    j.coverage = summary;
    j.seconds = now_seconds() - started;
    reports_.add(std::move(j));
    if (reports_.wants_page()) {
      reports_.set_page(verify_page({.file = report::shown(asked.file),
                                     .summary = summary,
                                     .command = command_of(session, asked),
                                     .text = explanation,
                                     .history = history,
                                     .result = result,
                                     .explanation = why ? &*why : nullptr},
                                    **checker));
    }
    return reports_.write(
        session, {.verb = std::string(name()), .suite_word = "model", .name_word = "history"},
        value_of(asked, *loaded, result, explanation), exit_code_of(result.verdict));
  }

  struct Checked {
    check::CheckResult result;
    std::optional<check::Explanation> why;  // of a violation
    std::string explanation;                // the same as text
  };
  /// Memory that is not to be had is a limit like any other.
  static Checked checked(check::Checker& checker, const history::History& history) {
    Checked c;
    try {
      c.result = checker.check(history);
    } catch (const std::bad_alloc&) {
      c.result.reason = check::InconclusiveReason::memory;
      c.result.operations = static_cast<std::uint32_t>(history.operations().size());
      return c;
    }
    if (c.result.verdict == check::Verdict::violated) {
      try {
        c.why = checker.explain(history);
        c.explanation = check::to_text(*c.why, history);
      } catch (const std::bad_alloc&) {
        c.explanation = std::string("no explanation: ") + out_of_memory + "\n";
      }
    }
    return c;
  }

  static std::string summary_of(const Asked& asked, const history::LoadedHistory& loaded,
                                const check::CheckResult& result) {
    std::string text = report::shown(asked.file) + " (" +
                       std::string(history::text(loaded.format)) + ", " +
                       count_text(result.operations, "operation") + ", " +
                       count_text(result.partitions, "partition") + "), model " + asked.model;
    for (const auto& [option, value] : asked.options) {
      text += ", " + option + " " + history::printable(value);
    }
    return text;
  }

  [[nodiscard]] std::string command_of(const Session& session, const Asked& asked) const {
    std::string command = session.program + " verify " + shell_word(asked.file) + " --model " +
                          shell_word(asked.model);
    for (const Given& given : given_) {
      if (given.value) {
        command += " --";
        command += given.name;
        command += ' ';
        command += shell_word(*given.value);
      }
    }
    return command;
  }

  static report::Judgement judgement_of(const Asked& asked, const check::CheckResult& result,
                                        const std::string& explanation) {
    report::Judgement j;
    j.suite = asked.model;
    j.name = asked.file;
    j.kind = kind_of(result.verdict);
    j.verdict = check::text(result.verdict);
    j.expected = check::text(check::Verdict::held);
    if (result.verdict == check::Verdict::violated) {
      j.message = "no order of the operations explains every answer";
      j.text = explanation;
    } else if (result.verdict == check::Verdict::inconclusive) {
      j.message = check::text(result.reason);
      j.text = j.message;
    }
    return j;
  }

  [[nodiscard]] json::value value_of(const Asked& asked, const history::LoadedHistory& loaded,
                                     const check::CheckResult& result,
                                     const std::string& explanation) const {
    auto object = json_head(name());
    object["file"] = asked.file;
    object["format"] = history::text(loaded.format);
    object["model"] = asked.model;
    json::object options;
    for (const auto& [option, value] : asked.options) {
      options[option] = value;
    }
    object["options"] = std::move(options);
    object["verdict"] = check::text(result.verdict);
    if (result.verdict == check::Verdict::inconclusive) {
      object["reason"] = check::text(result.reason);
    }
    object["operations"] = result.operations;
    object["partitions"] = result.partitions;
    object["steps"] = result.steps;
    object["memory_bytes"] = result.memory_bytes;
    if (!explanation.empty()) {
      object["explanation"] = explanation;
    }
    return object;
  }

  std::optional<std::string> file_, model_;
  Reports reports_;
  std::list<Given> given_;  // flags keep references to its elements
  std::uint32_t memory_mb_max_ = 4096;
};

}  // namespace

std::unique_ptr<Verb> verify_verb() { return std::make_unique<Verify>(); }

}  // namespace oncelab::cli
