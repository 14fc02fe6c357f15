// Schedule: the choices of one run, stored as "keep going" plus the places where it did not.
//
// The default at every choice: the thread that made the last step goes on if it can; otherwise the
// lowest-numbered thread that can (time-outs, spurious wake-ups and what happens to the world
// last); value 0 among values. A schedule lists only the deviations from that, by step index; where
// a step has several values, a 0 is listed too if a later one is not 0. Two runs of the same
// program with the same schedule are the same run. Plain data; equality is meaningful.
#pragma once

#include <cstdint>
#include <vector>

#include <oncelab/core/lab/runtime/runtime.hpp>

namespace oncelab::schedule {

struct Deviation {
  enum class Kind : std::uint8_t { thread, value };
  std::uint32_t step = 0;  // index of the step that the choice decided (thread), or belongs to
  Kind kind = Kind::thread;
  std::uint32_t taken = 0;  // thread number, or value
  bool preempts = false;    // the thread before could have gone on (always false for values)
  friend bool operator==(const Deviation&, const Deviation&) = default;
};

struct Schedule {
  std::vector<Deviation> deviations;  // by ascending step; the thread, then values in their order
  [[nodiscard]] std::uint32_t preemptions() const;
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// The default choice.
[[nodiscard]] unsigned default_thread(const runtime::DecisionView& view);

/// Follows a schedule; where it cannot (a thread that may not be chosen, a step that has no
/// choice), takes the default, notes the first such place and goes on with the rest.
class Follow final : public runtime::Chooser {
 public:
  explicit Follow(const Schedule& schedule) : schedule_(schedule) {}
  unsigned choose_thread(const runtime::DecisionView& view) override;
  unsigned choose_value(const runtime::DecisionView& view, runtime::OpKind kind,
                        unsigned options) override;
  void restart();
  /// True when every deviation was taken as listed. Ask after the run.
  [[nodiscard]] bool followed() const { return followed_ && next_ == schedule_.deviations.size(); }

 private:
  const Schedule& schedule_;
  std::size_t next_ = 0;
  bool followed_ = true;
};

/// Runs record what was chosen; this derives the schedule while a run goes on. Wrap the strategy.
class Record final : public runtime::Chooser {
 public:
  explicit Record(runtime::Chooser& inner) : inner_(inner) {}
  unsigned choose_thread(const runtime::DecisionView& view) override;
  unsigned choose_value(const runtime::DecisionView& view, runtime::OpKind kind,
                        unsigned options) override;
  void restart() {
    schedule_.deviations.clear();
    value_step_ = ~0U;
  }
  [[nodiscard]] const Schedule& schedule() const { return schedule_; }

 private:
  runtime::Chooser& inner_;
  Schedule schedule_;
  std::uint32_t value_step_ = ~0U;  // the latest step in which values were chosen, ...
  std::uint32_t zeros_ = 0;         // and how many of them were 0 since the last that was not
};

}  // namespace oncelab::schedule
