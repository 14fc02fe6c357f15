// main() of every lab: what it can do beyond the verbs is registered by what it is linked with.
#include <unistd.h>
#include <csignal>
#include <cstdlib>

#include <oncelab/core/lab/cli/cli.hpp>

namespace {
// A broken invariant of ours aborts, after it has printed why.
void on_abort(int) { _exit(static_cast<int>(oncelab::cli::ExitCode::internal)); }
}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGABRT, on_abort);
  // A reader that went away and a limit on files are errors of writing, told as such: what was
  // found is still stored and reported.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  return oncelab::cli::main_with(argc, argv);
}
