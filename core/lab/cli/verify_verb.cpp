// verify: a recorded history against a model.
#include <algorithm>
#include <boost/json/object.hpp>
#include <list>
#include <new>
#include <ostream>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/cli/history_input.hpp>
#include <oncelab/core/lab/cli/models.hpp>
#include <oncelab/core/lab/cli/paint.hpp>
#include <oncelab/core/lab/cli/reports.hpp>
#include <oncelab/core/lab/cli/shell_word.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/cli/verify_page.hpp>
#include <oncelab/core/lab/cli/verify_result.hpp>
#include <oncelab/core/lab/cli/verify_stream.hpp>
#include <oncelab/core/lab/cli/workers.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {

namespace {

constexpr const char* out_of_memory =
    "out of memory; lift the limit (ulimit -v) or split the history by key";
constexpr std::string_view read_in_part = "read in part";
constexpr std::uint64_t memory_mb_max_max = std::uint64_t{1} << 20U;

class Verify final : public Verb {
 public:
  [[nodiscard]] std::string_view name() const override { return "verify"; }
  [[nodiscard]] std::string_view summary() const override {
    return "Check a recorded history against a model";
  }

  void declare(Flags& flags) override {
    input_.declare(flags);
    flags.text("--model", model_, "NAME", "Model; `list models` names them");
    for (const Model& model : models()) {
      for (const ModelOption& option : model.options) {
        declare_option(flags, option);
      }
    }
    flags.number("--memory-mb-max", memory_mb_max_, {1, memory_mb_max_max},
                 "Memory for the search (default 4096): beyond it, inconclusive");
    flags.seconds("--seconds-max", seconds_max_, "Stop after this time: inconclusive");
    flags.number("--workers", workers_, {1, workers_max},
                 "Threads for keys that need a long search (default: processors)");
    flags.set("--every-partition", every_partition_,
              "Decide every key, not only until one is violated");
    flags.set("--stream", stream_,
              "Decide while reading, keeping only what is open: no explanation");
    flags.file("--linearization", linearization_,
               "If it held: write an order that explains every answer, one JSON line per point");
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
    if (seconds_max_) {
      deadline_ = {.seconds = &now_seconds, .stop_at = started + *seconds_max_};
    }
    if (!input_.file()) {
      return make_error(ErrorKind::usage, "verify: give a FILE, or - for standard input");
    }
    if (!model_) {
      return make_error(ErrorKind::usage, "verify: give --model; `list models` names them");
    }
    Verified verified;
    verified.file = *input_.file();
    verified.model = *model_;
    verified.every_partition = every_partition_;
    auto provider = find_model(verified.model);
    if (!provider) {
      return provider.error();
    }
    if (auto distinct = reports_.check_files(session, {verified.file}, more_files()); !distinct) {
      return distinct.error();
    }
    if (stream_) {
      return verify_streamed(session, **provider, verified, started);
    }
    auto loaded = input_.load(deadline_);
    if (!loaded) {
      return loaded.error().kind == ErrorKind::out_of_time
                 ? not_read(session, **provider, verified, loaded.error().text, started)
                 : loaded.error();
    }
    verified.format = description(*loaded);
    verified.options = options(**provider, verified.model, loaded->format);
    auto checker = (*provider)->make(verified.model, verified.options);
    if (!checker) {
      return checker.error();
    }
    const history::History& history = loaded->history;
    if (std::ranges::all_of(history.operations(), [](const history::Operation& operation) {
          return operation.outcome == history::Outcome::fail;
        })) {
      return nothing_ran(session, verified.file);
    }
    if (auto accepted = (*checker)->accepts(history); !accepted) {
      return make_error(ErrorKind::bad_input,
                        "verify: " + report::shown(verified.file) + ": " + accepted.error().text);
    }
    set_limits(**checker);
    decide(**checker, history, verified);
    ExitCode code = exit_code_of(verified.result.verdict);
    if (linearization_) {
      code = write_linearization(session, **checker, history, verified, code);
    }
    const std::string details = details_of(verified, history);
    if (reports_.wants_page()) {
      reports_.set_page(
          verify_page({.file = report::shown(verified.file),
                       .summary = summary_of(verified),
                       .command = command_of(session, verified),
                       .text = details,
                       .history = history,
                       .result = verified.result,
                       .explanation = verified.explanation ? &*verified.explanation : nullptr,
                       .order = verified.order},
                      **checker));
    }
    return tell(session, verified, details, history, started, code);
  }

  /// That nothing was wrong with nothing is no verdict.
  static ExitCode nothing_ran(Session& session, const std::string& file) {
    session.note("verify: nothing ran: no operation that may have happened is in " +
                 report::shown(file));
    return ExitCode::nothing_ran;
  }

  Result<ExitCode> not_read(Session& session, const ModelProvider& provider, Verified& verified,
                            const std::string& why, double started) {
    verified.format = read_in_part;
    verified.options = options(provider, verified.model, history::Format::neutral_json_lines);
    verified.result.reason = check::InconclusiveReason::time;
    const history::History none;
    return tell(session, verified, details_of(verified, none) + why + "\n", none, started,
                ExitCode::inconclusive);
  }

  ExitCode tell(Session& session, const Verified& verified, const std::string& details,
                const history::History& history, double started, ExitCode code) {
    std::ostream& out = reports_.text_stream(session);
    const std::string summary = summary_of(verified);
    out << Paint(session, out)(tone_of(verified.result.verdict),
                               check::text(verified.result.verdict))
        << ": " << summary << '\n'
        << details;
    report::Judgement j = judgement_of(verified, details);
    j.coverage = summary;
    j.seconds = now_seconds() - started;
    reports_.add(std::move(j));
    auto object = json_head(name());
    add_verified(object, verified, history, details);
    return reports_.write(
        session, {.verb = std::string(name()), .suite_word = "model", .name_word = "history"},
        object, code);
  }

  Result<ExitCode> verify_streamed(Session& session, const ModelProvider& provider,
                                   Verified& verified, double started) {
    if (linearization_ || reports_.wants_page() || every_partition_) {
      return make_error(ErrorKind::usage,
                        "verify: --stream keeps no history for --linearization, --html or "
                        "--every-partition; leave one of them out");
    }
    verified.streamed = true;
    verified.options = options(provider, verified.model, history::Format::neutral_json_lines);
    auto checker = provider.make(verified.model, verified.options);
    if (!checker) {
      return checker.error();
    }
    set_limits(**checker);
    const auto stream = (*checker)->stream();
    if (!stream) {
      return make_error(ErrorKind::usage, "verify: model " + verified.model +
                                              " cannot be checked with --stream (with these "
                                              "options); leave it out");
    }
    auto streamed = verify_stream(input_, deadline_, *stream);
    if (!streamed) {
      return streamed.error();
    }
    const check::StreamResult& result = streamed->result;
    if (result.operations == 0 && result.verdict == check::Verdict::held) {
      return nothing_ran(session, verified.file);
    }
    verified.format = streamed->format ? history::text(*streamed->format) : read_in_part;
    verified.result.verdict = result.verdict;
    verified.result.reason = result.reason;
    verified.result.operations = static_cast<std::uint32_t>(result.operations);
    verified.result.partitions = result.partitions;
    verified.result.held_partitions =
        result.verdict == check::Verdict::held ? result.partitions : 0;
    verified.result.violated_partitions = result.verdict == check::Verdict::violated ? 1 : 0;
    verified.result.memory_bytes = result.memory_bytes;
    if (result.verdict == check::Verdict::violated) {
      verified.violation_in_stream = result;
    }
    return tell(session, verified, details_of(*streamed), history::History(), started,
                exit_code_of(result.verdict));
  }

  [[nodiscard]] std::vector<NamedFile> more_files() const {
    return linearization_ ? std::vector<NamedFile>{{"--linearization", *linearization_}}
                          : std::vector<NamedFile>{};
  }

  void set_limits(check::Checker& checker) const {
    check::Budget budget;
    budget.memory_bytes_max = std::uint64_t{memory_mb_max_} << 20U;
    budget.seconds = deadline_.seconds;
    budget.stop_at = deadline_.stop_at;
    checker.set_budget(budget);
    checker.set_workers(static_cast<unsigned>(workers_.value_or(processors())));
    checker.set_every_partition(every_partition_);
  }

  /// Memory that is not to be had is a limit like any other.
  static void decide(check::Checker& checker, const history::History& history, Verified& verified) {
    try {
      verified.result = checker.check(history);
    } catch (const std::bad_alloc&) {
      verified.result.reason = check::InconclusiveReason::memory;
      verified.result.operations = static_cast<std::uint32_t>(history.operations().size());
    }
    if (verified.result.verdict != check::Verdict::violated) {
      return;
    }
    try {
      verified.explanation = checker.explain_violation(history, verified.result);
      if (!verified.explanation->core.empty()) {
        verified.core_confirmed = checker.confirms_core(history, *verified.explanation);
      }
    } catch (const std::bad_alloc&) {
      verified.no_explanation = out_of_memory;
      return;
    }
    ONCELAB_ASSERT(verified.core_confirmed != check::Confirmation::refuted);
  }

  /// The file is written only if there is an order, and the verifier confirms it.
  [[nodiscard]] ExitCode write_linearization(Session& session, check::Checker& checker,
                                             const history::History& history, Verified& verified,
                                             ExitCode code) const {
    if (verified.result.verdict != check::Verdict::held) {
      session.note("--linearization: nothing written, there is no order: " +
                   std::string(check::text(verified.result.verdict)));
      return code;
    }
    auto order = checker.linearization(history);
    if (!order) {
      session.note("--linearization: nothing written: a limit was reached in looking for an order");
      return graver(code, ExitCode::inconclusive);
    }
    ONCELAB_ASSERT(checker.confirms(history, *order));
    if (auto written = report::write_file(*linearization_, order_lines(*order, history));
        !written) {
      const Error& error = written.error();
      return graver(code, session.fail(make_error(error.kind, "--linearization: " + error.text)));
    }
    verified.order_file = *linearization_;
    verified.order = std::move(*order);
    return code;
  }

  [[nodiscard]] std::string command_of(const Session& session, const Verified& verified) const {
    std::string command = session.program + " verify " + shell_word(verified.file) + " --model " +
                          shell_word(verified.model);
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

  static report::Judgement judgement_of(const Verified& verified, const std::string& details) {
    const check::CheckResult& result = verified.result;
    report::Judgement j;
    j.suite = verified.model;
    j.name = verified.file;
    j.kind = kind_of(result.verdict);
    j.verdict = check::text(result.verdict);
    j.expected = check::text(check::Verdict::held);
    if (result.verdict == check::Verdict::violated) {
      j.message = "no order of the operations explains every answer";
      j.text = details;
    } else if (result.verdict == check::Verdict::inconclusive) {
      j.message = check::text(result.reason);
      j.text = details;
    }
    return j;
  }

  HistoryInput input_;
  std::optional<std::string> model_;
  Reports reports_;
  std::list<Given> given_;  // flags keep references to its elements
  std::uint32_t memory_mb_max_ = 4096;
  std::optional<double> seconds_max_;
  history::Deadline deadline_;  // what that means for this run
  std::optional<std::uint64_t> workers_;
  bool every_partition_ = false;
  bool stream_ = false;
  std::optional<std::string> linearization_;
};

}  // namespace

std::unique_ptr<Verb> verify_verb() { return std::make_unique<Verify>(); }

}  // namespace oncelab::cli
