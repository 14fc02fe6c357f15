#include <oncelab/core/lab/cli/cli.hpp>

#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <new>

#include <oncelab/core/lab/case/make_case.hpp>
#include <oncelab/core/lab/cli/models.hpp>
#include <oncelab/core/lab/cli/shell_word.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/scenario/sut.hpp>

namespace oncelab::cli {

namespace {

constexpr std::string_view default_verb = "check";
constexpr rlim_t stack_bytes_min = rlim_t{512} << 10U;

class CommandLine {
 public:
  CommandLine()
      : app_("Finds the interleavings that make code do a thing twice, or not at all.", "oncelab") {
    app_.set_version_flag("--version", "oncelab " + std::string(cases::tool_version()));
    app_.require_subcommand(0, 1);
    for (auto& verb : all_verbs()) {
      CLI::App* const sub =
          app_.add_subcommand(std::string(verb->name()), std::string(verb->summary()));
      Flags flags(*sub);
      verb->declare(flags);
      verbs_.emplace_back(sub, std::move(verb));
    }
    app_.footer(
        "Exit codes: 0 as expected, 1 not as expected, 2 inconclusive, 3 a case does not fit,\n"
        "4 nothing ran, 64 usage or unreadable input, 69 unavailable, 70 a fault of oncelab.\n"
        "Without a verb, check is run. `VERB --help` lists a verb's flags.");
  }

  void parse(std::vector<std::string> arguments) {
    if (needs_default_verb(arguments)) {
      arguments.insert(arguments.begin(), std::string(default_verb));
    } else if (find(arguments.front()) == nullptr && !arguments.front().starts_with('-')) {
      throw UsageError("unknown verb '" + history::printable(arguments.front()) +
                       "'; there are: " + verb_names());
    }
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app_.parse(std::move(arguments));
  }

  [[nodiscard]] Verb* chosen() const {
    for (const auto& [sub, verb] : verbs_) {
      if (sub->parsed()) {
        return verb.get();
      }
    }
    return nullptr;
  }

  /// What CLI11 objects to, in one line that says what is accepted.
  [[nodiscard]] std::string objection(const CLI::ParseError& error) const {
    const CLI::App* sub = &app_;
    std::string where;
    for (const auto& [candidate, verb] : verbs_) {
      if (candidate->parsed()) {
        sub = candidate;
        where = std::string(verb->name()) + ": ";
      }
    }
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch)) {
      return where + mismatch(*sub, error.what());
    }
    if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError)) {
      return where + without_controls(error.what()) + " (see --help)";
    }
    const auto extra = sub->remaining();
    const std::string first = extra.empty() ? std::string() : extra.front();
    std::string accepted;
    for (const CLI::Option* option : sub->get_options()) {
      if (!option->get_positional()) {
        accepted += " " + option->get_name();
      }
    }
    return where + (first.starts_with('-') ? "unknown flag '" : "unexpected argument '") +
           history::printable(first) + "'; accepted:" + accepted;
  }

  [[nodiscard]] std::string help() const {
    for (const auto& [sub, verb] : verbs_) {
      if (sub->parsed()) {
        return sub->help(app_.get_name());
      }
    }
    return app_.help();
  }

 private:
  /// `what` begins with the name of an option that has no value, or of a flag that has one and
  /// is named without dashes.
  static std::string mismatch(const CLI::App& sub, const std::string& what) {
    const std::string given = what.substr(0, what.find_first_of(": "));
    const std::string name = given.starts_with('-') ? given : "--" + given;
    const CLI::Option* const option = sub.get_option_no_throw(name);
    return option == nullptr || option->get_type_name().empty()
               ? without_controls(name) + " takes no value"
               : name + " takes a value (" + option->get_type_name() + "); none is given";
  }

  [[nodiscard]] Verb* find(std::string_view name) const {
    for (const auto& [sub, verb] : verbs_) {
      if (verb->name() == name) {
        return verb.get();
      }
    }
    return nullptr;
  }

  static bool needs_default_verb(const std::vector<std::string>& arguments) {
    if (arguments.empty()) {
      return true;
    }
    const std::string& first = arguments.front();
    return first.starts_with('-') && first != "-h" && first != "--help" && first != "--version";
  }

  [[nodiscard]] std::string verb_names() const {
    std::string names;
    for (const auto& [sub, verb] : verbs_) {
      names += (names.empty() ? "" : ", ") + std::string(verb->name());
    }
    return names;
  }

  CLI::App app_;
  std::vector<std::pair<CLI::App*, std::unique_ptr<Verb>>> verbs_;
};

}  // namespace

ExitCode run(const std::string& program, const std::vector<std::string>& arguments, Streams streams,
             const Environment& environment) {
  CommandLine command;
  try {
    command.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    streams.out << command.help();
    return ExitCode::as_expected;
  } catch (const CLI::CallForVersion& version) {
    streams.out << version.what() << '\n';
    return ExitCode::as_expected;
  } catch (const CLI::ParseError& error) {
    streams.err << "oncelab: " << command.objection(error) << '\n';
    return ExitCode::usage;
  } catch (const UsageError& error) {
    streams.err << "oncelab: " << error.what() << '\n';
    return ExitCode::usage;
  }
  std::vector<std::string> problems = scenario::registration_problems();
  std::ranges::move(model_registration_problems(), std::back_inserter(problems));
  for (const std::string& problem : problems) {
    streams.err << "oncelab: cannot run: " << without_controls(problem) << '\n';
  }
  if (!problems.empty()) {
    return ExitCode::usage;
  }
  Session session{program, streams, environment, ProgressStyle::none, report::Symbolizer(),
                  1,       program};
  for (const std::string& argument : arguments) {
    session.command += ' ' + shell_word(argument);
  }
  return command.chosen()->run(session);
}

namespace {

/// Reading debug information, for one, takes more than 128 KiB.
bool stack_is_too_small() {
  struct rlimit limit{};
  return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < stack_bytes_min;
}

}  // namespace

int main_with(int argc, const char* const* argv) {
  // ci/lab and the like say how they were called, so that printed commands can be pasted.
  const std::string program =
      shell_command(std::getenv("ONCELAB_COMMAND"), argc > 0 ? argv[0] : nullptr);
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  if (stack_is_too_small()) {
    std::cerr << "oncelab: the limit on the stack is below " << (stack_bytes_min >> 10U)
              << " KiB; raise it (ulimit -s 8192)\n";
    return static_cast<int>(ExitCode::unavailable);
  }
  ExitCode code = ExitCode::internal;
  try {
    code = run(program, arguments, {std::cout, std::cerr}, environment_of_process());
  } catch (const std::bad_alloc&) {
    std::cerr << "oncelab: out of memory; lift the limit on it (ulimit -v) or ask for less\n";
    code = ExitCode::unavailable;
  } catch (const std::exception& error) {
    std::cerr << "oncelab: internal error: " << without_controls(error.what())
              << "; please report it\n";
  }
  std::cout.flush();
  if (!std::cout && code != ExitCode::internal) {
    std::cerr << "oncelab: cannot write to standard output\n";
    code = graver(code, ExitCode::usage);
  }
  return static_cast<int>(code);
}

}  // namespace oncelab::cli
