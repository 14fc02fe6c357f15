// Interrupt: SIGINT asks exploring to stop; a second one ends the process as usual.
//
// While an Interrupt exists, SIGINT only sets a flag. Threads: one Interrupt at a time. Internal.
#pragma once

#include <csignal>

namespace oncelab::cli {

class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();
  [[nodiscard]] static bool asked();

 private:
  struct sigaction before_{};
};

}  // namespace oncelab::cli
