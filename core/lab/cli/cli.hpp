// The command line of a lab: verbs, flags, exit codes. Like a test framework's main, it knows no
// scenario and no model: those are registered by the program it is linked into.
//
// Promises: standard output carries results only, standard error everything else; every error is
// one line that names the flag, file or name and says what is accepted; the exit codes are those of
// ExitCode; the seed is always printed. The same arguments over the same program give the same
// output, except where seconds are printed. SIGINT and SIGTERM stop exploring: the verdict is
// inconclusive, and what was found is kept. Without a verb, `check` is run.
//
// Threads: call from the main thread, once at a time. main_with() is all that main() needs.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include <oncelab/core/lab/cli/environment.hpp>

namespace oncelab::cli {

enum class ExitCode : int {
  as_expected = 0,
  unexpected = 1,    // a counterexample, or a verdict other than expected
  inconclusive = 2,  // a limit, an interruption, a flaky run
  does_not_fit = 3,  // a recorded case does not belong to this program
  nothing_ran = 4,   // a filter matched nothing
  usage = 64,        // usage, unknown name, unreadable or malformed file
  unavailable = 69,
  internal = 70,  // a fault of ours
};

struct Streams {
  std::ostream& out;
  std::ostream& err;
};

/// `arguments` without the program's name; `program` is how the user called it, as
/// a shell takes it. What the process
/// was started in comes in as `environment`; nothing else is looked at.
[[nodiscard]] ExitCode run(const std::string& program, const std::vector<std::string>& arguments,
                           Streams streams, const Environment& environment = {});

/// run() on the process's own streams and environment. Returns what main() should return.
[[nodiscard]] int main_with(int argc, const char* const* argv);

}  // namespace oncelab::cli
