// ProgramRuns: the runs of one program, each paid for and judged. Internal to shrink.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <oncelab/core/lab/case/make_case.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>
#include <oncelab/core/lab/shrink/purse.hpp>

namespace oncelab::shrink {

/// Is schedule a simpler than b? Fewer preemptions, then fewer deviations, then earlier ones.
[[nodiscard]] bool simpler(const schedule::Schedule& a, const schedule::Schedule& b);

class ProgramRuns {
 public:
  /// Failures of another property do not count. At most schedules_max runs.
  ProgramRuns(const cases::Subject& subject, std::string property, std::uint64_t schedules_max,
              Purse& purse);

  [[nodiscard]] bool may_go_on() const { return left_ > 0 && !purse_.empty(); }
  [[nodiscard]] std::uint64_t left() const { return left_; }
  /// One run, if one may go on. The strategy, if there is one, has begun it and is told its end.
  /// Gives the run if it fails and is simpler than `best`, which may be null.
  [[nodiscard]] std::optional<schedule::Found> run(runtime::Chooser& chooser,
                                                   schedule::Strategy* strategy,
                                                   const schedule::Found* best);
  /// Did the last run come to an end of its own and get a judgement, with nothing left out? What
  /// was cut off, held back as a waiting loop, or not decided could have failed.
  [[nodiscard]] bool decided() const { return decided_; }

  /// A strategy for runs of this program; null: that strategy does not know its bound.
  [[nodiscard]] std::unique_ptr<schedule::Strategy> make(
      std::string_view strategy, std::optional<std::uint32_t> preemptions_max) const;

 private:
  const runtime::RunOptions options_;
  const std::unique_ptr<scenario::Experiment> experiment_;
  const std::string property_;
  std::uint64_t left_;
  Purse& purse_;
  bool decided_ = true;
  runtime::RunTrace trace_;
};

}  // namespace oncelab::shrink
