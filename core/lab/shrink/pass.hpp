// Pass: the schedules of one program that a strategy runs, as far as it is let. Internal to shrink.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <oncelab/core/lab/shrink/program_runs.hpp>

namespace oncelab::shrink {

class Pass {
 public:
  /// No strategy: there is no such pass, and it never ends.
  Pass(ProgramRuns& runs, std::unique_ptr<schedule::Strategy> strategy);

  /// So many schedules more, or up to the first that fails.
  void go_on(std::uint64_t schedules_max);
  /// After that: so many schedules more, for simpler ones that fail too.
  void look_for_simpler(std::uint64_t schedules_max);

  [[nodiscard]] const std::optional<schedule::Found>& found() const { return found_; }
  [[nodiscard]] bool ended() const { return ended_; }  // nothing is left to run
  /// Everything was run, to its end, and judged.
  [[nodiscard]] bool complete() const { return ended_ && decided_ && strategy_->complete(); }
  /// There are schedules with more preemptions.
  [[nodiscard]] bool cut() const { return ended_ && strategy_->cut_by_bound(); }

 private:
  bool next();

  ProgramRuns& runs_;
  std::unique_ptr<schedule::Strategy> strategy_;
  std::optional<schedule::Found> found_;
  bool ended_ = false;
  bool decided_ = true;
};

}  // namespace oncelab::shrink
