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
  return oncelab::cli::main_with(argc, argv);
}
