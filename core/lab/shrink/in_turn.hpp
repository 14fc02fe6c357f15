// InTurn: a run whose threads make their steps in a given order as far as they can. Internal to
// shrink.
//
// The order is a list of threads, one entry for each step. At each choice the first entry left
// whose thread may be chosen decides; where none is left, the default. Values are taken as the
// thread took them before, at the same step of its own.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <oncelab/core/lab/schedule/schedule.hpp>

namespace oncelab::shrink {

class InTurn final : public runtime::Chooser {
 public:
  using Order = std::vector<std::uint32_t>;  // threads, by the trace's indices

  /// The order of a run.
  [[nodiscard]] static Order order_of(const runtime::RunTrace& trace);

  /// `like`: the run whose values are taken.
  InTurn(Order order, const runtime::RunTrace& like);
  unsigned choose_thread(const runtime::DecisionView& view) override;
  unsigned choose_value(const runtime::DecisionView& view, runtime::OpKind kind,
                        unsigned options) override;

 private:
  /// Takes the steps made since off the order.
  void catch_up(const runtime::DecisionView& view);

  Order left_;
  std::uint32_t steps_ = 0;                                                  // taken off
  std::vector<std::uint32_t> steps_of_;                                      // of them, by thread
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> values_;  // thread, its step
};

}  // namespace oncelab::shrink
