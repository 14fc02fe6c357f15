// Verb: one command of the lab. The table of verbs is in verbs.cpp; a verb that is not in it does
// not exist, not even in --help. Internal to core/lab/cli.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/check/verdict.hpp>
#include <oncelab/core/lab/cli/cli.hpp>
#include <oncelab/core/lab/cli/flags.hpp>
#include <oncelab/core/lab/cli/progress.hpp>
#include <oncelab/core/lab/report/symbolize.hpp>

namespace oncelab::cli {

/// What a verb works with while it runs.
struct Session {
  std::string program;  // how the user called it, as a shell takes it
  Streams streams;
  const Environment& environment;
  ProgressStyle progress = ProgressStyle::none;
  report::Symbolizer symbolizer;
  unsigned workers = 1;
  std::string command;  // the whole of it, to be pasted into a shell

  /// One line to standard error, without control characters whatever they are given.
  void note(std::string_view line);
  /// The same for an error, and the exit code it deserves.
  [[nodiscard]] ExitCode fail(const Error& error);
};

class Verb {
 public:
  virtual ~Verb() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::string_view summary() const = 0;
  virtual void declare(Flags& flags) = 0;
  [[nodiscard]] virtual ExitCode run(Session& session) = 0;
};

[[nodiscard]] std::vector<std::unique_ptr<Verb>> all_verbs();

std::unique_ptr<Verb> check_verb();
std::unique_ptr<Verb> explore_verb();
std::unique_ptr<Verb> replay_verb();
std::unique_ptr<Verb> minimize_verb();
std::unique_ptr<Verb> verify_verb();
std::unique_ptr<Verb> merge_verb();
std::unique_ptr<Verb> list_verb();
std::unique_ptr<Verb> doctor_verb();
std::unique_ptr<Verb> schema_verb();

/// One line of printable ASCII, whatever the text is. What printable() made of a text stays.
[[nodiscard]] std::string without_controls(std::string_view line);

[[nodiscard]] ExitCode exit_code_of(ErrorKind kind);
/// Of a verb that expects `held`.
[[nodiscard]] ExitCode exit_code_of(check::Verdict verdict);
/// Several files, several answers: the one that matters most.
[[nodiscard]] ExitCode graver(ExitCode a, ExitCode b);

}  // namespace oncelab::cli
