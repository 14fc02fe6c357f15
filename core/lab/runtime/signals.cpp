#include <oncelab/core/lab/runtime/signals.hpp>

#include <csignal>
#include <cstring>
#include <exception>
#include <string>

#include <oncelab/core/lab/runtime/engine.hpp>

namespace oncelab::runtime::detail {

namespace {

// Large enough for ending a run, which allocates a text.
alignas(16) char signal_stack[64 * 1024];

void on_fatal_signal(int number, siginfo_t* info, void*) {
  if (!live()) {
    // Ours, not the program's: let it end the process as usual.
    std::signal(number, SIG_DFL);
    std::raise(number);
    return;
  }
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (number == SIGSEGV && in_stack_guard(address, std::size_t{engine.options.stack_kb} << 10U)) {
    end_run(OutcomeKind::stack_overflow, thread_name(self()) + " overflowed its stack of " +
                                             std::to_string(engine.options.stack_kb) +
                                             " KiB (RunOptions::stack_kb sets it)");
  }
  end_run(OutcomeKind::signal, thread_name(self()) + " got signal " + std::to_string(number) +
                                   " (" + strsignal(number) + ")");
}

}  // namespace

void install_signal_handlers() {
  stack_t stack{};
  stack.ss_sp = signal_stack;
  stack.ss_size = sizeof signal_stack;
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_sigaction = on_fatal_signal;
  // The handler does not return when it ends a run, so the signal must not stay blocked.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    sigaction(number, &action, nullptr);
  }
}

}  // namespace oncelab::runtime::detail
