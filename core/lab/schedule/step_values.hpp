// StepValues: the values chosen within one step (which waiter is woken, whether an attempt fails
// for no cause), and all their combinations one after the other. ValueCalls: which of a step's
// choices is being asked for.
//
// Rerunning the step chooses the same values; next() goes to the next combination, of which the
// first choices are kept. Threads: one. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace oncelab::schedule {

class Archive;

class StepValues {
 public:
  void clear() { values_.clear(); }
  /// The value of the call-th choice, which is among `options`.
  [[nodiscard]] unsigned choose(std::size_t call, unsigned options);
  /// Goes to the next combination; false when there is none, and then it is as after clear().
  [[nodiscard]] bool next();
  /// Will next() find one?
  [[nodiscard]] bool has_next() const;
  /// The combination as one number; 0: nothing was chosen.
  [[nodiscard]] std::uint32_t code() const;
  void exchange(Archive& archive);

 private:
  struct Value {
    std::uint8_t options = 0;
    std::uint8_t taken = 0;
  };
  std::vector<Value> values_;
};

class ValueCalls {
 public:
  void begin_run() { step_ = no_step; }
  /// The number of this choice among those of the step, from 0 on.
  [[nodiscard]] std::size_t next(std::uint32_t step) {
    if (step_ != step) {
      step_ = step;
      calls_ = 0;
    }
    return calls_++;
  }

 private:
  static constexpr std::uint32_t no_step = ~0U;
  std::uint32_t step_ = no_step;
  std::size_t calls_ = 0;
};

}  // namespace oncelab::schedule
