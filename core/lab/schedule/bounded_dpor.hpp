// Partial-order reduction within a bound on preemptions.
//
// Runs schedules with at most that many preemptions until every class of equivalent schedules that
// has one within the bound was run. Under a bound, not running a schedule because an equivalent one
// was run can lose classes: that one may need more preemptions. So there are no sleep sets, and
// where a race asks for a thread at some step, the thread is also tried where the block of steps
// around it began, which costs no preemption of its own; where the lock it needs was taken, if it
// is held there: the schedule between may need one preemption more; and before a step that it will
// wait for, because a thread that waits is left for free. Some classes are run more than once.
//
// Promises: the same classes as depth-first search within the bound. Does not promise: no redundant
// runs; anything with early time-outs, or with steps that fail for no cause (a class can be lost).
// Memory: the depth of one run. Deviations from the paper: the last two of these. Source: Coons,
// Musuvathi, McKinley: "Bounded partial-order reduction" (OOPSLA 2013).
#pragma once

#include <cstdint>
#include <vector>

#include <oncelab/core/lab/schedule/observed_run.hpp>
#include <oncelab/core/lab/schedule/step_values.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>
#include <oncelab/core/lab/schedule/subtree_search.hpp>

namespace oncelab::schedule {

class BoundedDpor final : public Strategy, public SubtreeSearch {
 public:
  BoundedDpor(std::uint32_t preemptions_max, const ObservedRun::Options& options);

  void begin(const scenario::Experiment& experiment) override;
  bool begin_run() override;
  bool end_run(const runtime::RunTrace& trace, const runtime::Outcome& outcome) override;
  unsigned choose_thread(const runtime::DecisionView& view) override;
  unsigned choose_value(const runtime::DecisionView& view, runtime::OpKind kind,
                        unsigned options) override;
  [[nodiscard]] bool complete() const override { return finished_ && !lost_; }
  [[nodiscard]] bool cut_by_bound() const override { return cut_; }
  [[nodiscard]] bool by_classes() const override { return true; }

  [[nodiscard]] std::size_t depth() const override { return depth_; }
  [[nodiscard]] std::size_t branched_at() const override { return run_.fresh(); }
  [[nodiscard]] bool open_at(std::size_t depth) const override;
  [[nodiscard]] Message next_at(std::size_t depth) const override;
  void confine(std::size_t depth) override;
  void report(Archive& archive) override;
  void take_over(std::size_t depth, Archive& archive) override;

 private:
  struct Node {  // one per step of the run; threads by bit
    std::uint64_t enabled = 0;
    std::uint64_t todo = 0;
    std::uint64_t done = 0;
    std::uint64_t world = 0;  // no threads: choosing them preempts nobody
    std::uint8_t thread = 0;
    std::uint8_t before = 0;        // thread that made the step before
    bool switch_preempts = false;   // the thread before could have gone on
    std::uint32_t preemptions = 0;  // before this step
    StepValues values;
  };

  Node& add_node(std::uint32_t step);
  void add_forced_node(std::uint32_t step, std::uint8_t thread);
  void learn(const runtime::RunTrace& trace, std::uint32_t steps);
  void try_before(std::uint32_t step, const Event& event);
  void try_waiting_before(std::uint32_t step, std::uint8_t thread);
  void try_before_crashes(const runtime::RunTrace& trace);
  [[nodiscard]] bool begins_block(std::uint32_t step) const;
  void try_at(std::uint32_t step, std::uint8_t thread);
  void ask(std::uint32_t step, std::uint64_t threads);
  [[nodiscard]] static bool preempts(const Node& node, std::uint8_t thread);
  [[nodiscard]] bool next(Node& node, bool& cut) const;
  void close_below(std::size_t depth);
  static void exchange(Archive& archive, Node& node);
  static void renumber(Node& node, const Renumbering& renumbering);

  std::uint32_t max_;
  ObservedRun run_;
  std::vector<Node> path_;
  std::size_t depth_ = 0;
  ValueCalls value_calls_;
  bool first_ = true;
  bool finished_ = false;
  bool cut_ = false;
  bool lost_ = false;
  // In a copy: threads asked for at nodes that are not its own, by depth.
  std::vector<std::uint64_t> asked_;
  Numbered common_;
};

}  // namespace oncelab::schedule
