#include <oncelab/core/lab/cli/interrupt.hpp>

#include <array>
#include <csignal>

namespace oncelab::cli {

namespace {

constexpr std::array<int, 2> signals = {SIGINT, SIGTERM};

volatile std::sig_atomic_t interrupted = 0;
int depth = 0;
std::array<struct sigaction, signals.size()> before{};

void on_interrupt(int) { interrupted = 1; }

}  // namespace

Interrupt::Interrupt() {
  if (depth++ > 0) {
    return;
  }
  interrupted = 0;
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], &action, &before[i]);
  }
}

Interrupt::~Interrupt() {
  if (--depth > 0) {
    return;
  }
  for (std::size_t i = 0; i < signals.size(); ++i) {
    sigaction(signals[i], &before[i], nullptr);
  }
}

bool Interrupt::asked() { return interrupted != 0; }

}  // namespace oncelab::cli
