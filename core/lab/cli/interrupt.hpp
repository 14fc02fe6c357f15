// Interrupt: SIGINT and SIGTERM ask a verb to stop; a second one of the same ends the process as
// usual.
//
// While an Interrupt exists, the signals only set a flag, which stays set until the outermost one
// ends: whoever asks later is told too. Threads: from one. Internal to core/lab/cli.
#pragma once

namespace oncelab::cli {

class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();
  [[nodiscard]] static bool asked();
};

}  // namespace oncelab::cli
