// ObservedRun: the events of the run in progress and their order, learnt from its trace. What the
// partial-order reductions share.
//
// The events of a prefix that the next run repeats are kept. Threads: one. Internal.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <oncelab/core/lab/runtime/runtime.hpp>
#include <oncelab/core/lab/schedule/event_order.hpp>
#include <oncelab/core/lab/schedule/labeller.hpp>

namespace oncelab::scenario {
class Experiment;
}

namespace oncelab::schedule {

class ObservedRun {
 public:
  struct Options {
    bool words = false;     // plain accesses are steps
    bool symmetry = false;  // clients that are alike make their first steps in order
    bool spurious = false;  // waiters may wake, and attempts fail, for no cause
    std::uint32_t crashes_max = 0;
    std::uint32_t clock_steps_max = 0;
  };
  explicit ObservedRun(const Options& options);

  void begin(const scenario::Experiment& experiment);
  [[nodiscard]] bool spurious() const { return spurious_; }
  /// Of the threads that could go on, by the trace's indices: those that would go on because of
  /// time or for no cause. Another thread's step can turn that into something else, so no race
  /// shows it.
  [[nodiscard]] static std::uint64_t unprompted(const runtime::DecisionView& view);
  /// Of these threads, by the trace's indices: those whose turn has not come, with symmetry.
  [[nodiscard]] std::uint64_t not_yet(const runtime::RunTrace& trace, std::uint64_t indices);
  /// The next run has the same first `steps` steps.
  void begin_run(std::uint32_t steps);
  /// Learns the next step of the trace, its thread being parked again; `values` were chosen in it.
  const Event& learn(const runtime::RunTrace& trace, std::uint32_t values);
  /// After a run: each thing that could still have happened to the world is added as the event that
  /// ends the run, told of, and taken back. A run in which it does not happen is one in which it
  /// happens too late to matter.
  void for_each_happening(const runtime::RunTrace& trace,
                          const std::function<void(const std::vector<Race>&)>& use);
  /// The first step of this run that no earlier run had.
  [[nodiscard]] std::uint32_t fresh() const { return fresh_; }
  /// The numbers given to threads and places; set by an archive that is being read.
  void exchange(Archive& archive) { labeller_.exchange(archive); }
  [[nodiscard]] Numbered numbered() const { return labeller_.numbered(); }
  /// As Labeller::exchange_since.
  Renumbering exchange_since(Numbered common, Archive& archive) {
    return labeller_.exchange_since(common, archive);
  }
  /// Did threads other than clients end before the run did? If not, some of their steps are unseen.
  [[nodiscard]] bool all_ended(const runtime::RunTrace& trace);

  /// Which symmetry was assumed; empty: none.
  [[nodiscard]] std::string assumed() const;

  [[nodiscard]] std::uint32_t steps() const { return order_.size(); }
  [[nodiscard]] const EventOrder& order() const { return order_; }
  [[nodiscard]] std::vector<Race>& races() { return order_.races(); }
  [[nodiscard]] std::vector<Race>& waits() { return order_.waits(); }
  [[nodiscard]] std::uint8_t thread_of(const runtime::RunTrace& trace, unsigned index) {
    return labeller_.thread_of(trace, index);
  }
  [[nodiscard]] int index_of(const runtime::RunTrace& trace, std::uint8_t thread) {
    return labeller_.index_of(trace, thread);
  }
  /// The threads of a mask by the trace's indices, as a mask by the explorer's numbers.
  [[nodiscard]] std::uint64_t threads_of(const runtime::RunTrace& trace, std::uint64_t indices);

 private:
  [[nodiscard]] Causes causes_of(const runtime::RunTrace& trace, std::uint32_t step);

  [[nodiscard]] std::uint32_t latest_of(const runtime::RunTrace& trace, unsigned index) {
    return order_.latest_of(thread_of(trace, index));
  }

  [[nodiscard]] std::uint32_t clients_end(const runtime::RunTrace& trace) const;
  [[nodiscard]] int index_alike_before(const runtime::RunTrace& trace, unsigned index) const;
  [[nodiscard]] std::uint32_t first_of(std::uint8_t thread) const;

  bool symmetry_;
  bool spurious_;
  std::uint32_t crashes_max_;
  std::uint32_t clock_steps_max_;
  std::vector<int> alike_before_;  // by client: the one before that is like it; -1: none
  std::uint32_t fresh_ = 0;
  Labeller labeller_;
  EventOrder order_;
};

}  // namespace oncelab::schedule
