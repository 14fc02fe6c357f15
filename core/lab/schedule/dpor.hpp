// Optimal dynamic partial-order reduction: one run per class of equivalent schedules.
//
// Two schedules are equivalent if one becomes the other by exchanging adjacent independent steps
// (dependency.hpp). Each run is searched for races; for each race that no run has reversed, the
// sequence that reverses it is added to the wakeup tree of the state before it. Sleep sets keep a
// class from being run twice, and wakeup trees from being begun in vain.
//
// Promises: every class is run; none twice. Does not promise: bounds on memory (a wakeup tree can
// grow with the number of classes; in practice it holds some sequences per step of one run);
// anything where a waiting loop was held back, or a thread was left running when the run ended:
// then it is not complete; to see what threads share in code that is not instrumented; and nothing
// with early time-outs (RunOptions::timeouts_max). Deviations from the paper: locks block; a step
// whose outcome is not known yet counts as all it may do, and is looked at again when more is
// known; values chosen within a step (which waiter is woken) are all run before the step counts as
// explored, and sleep or wake apart from each other, so that runs may be begun in vain where a step
// chooses. Source: Abdulla, Aronis, Jonsson, Sagonas: "Source sets: a foundation for optimal
// dynamic partial order reduction" (JACM 2017), Algorithm 2.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <oncelab/core/lab/schedule/observed_run.hpp>
#include <oncelab/core/lab/schedule/plan_log.hpp>
#include <oncelab/core/lab/schedule/sleep_set.hpp>
#include <oncelab/core/lab/schedule/step_values.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>
#include <oncelab/core/lab/schedule/subtree_search.hpp>
#include <oncelab/core/lab/schedule/tree_size.hpp>
#include <oncelab/core/lab/schedule/wakeup_tree.hpp>

namespace oncelab::schedule {

class Dpor final : public Strategy, public SubtreeSearch {
 public:
  explicit Dpor(const ObservedRun::Options& options);

  void begin(const scenario::Experiment& experiment) override;
  bool begin_run() override;
  bool end_run(const runtime::RunTrace& trace, const runtime::Outcome& outcome) override;
  unsigned choose_thread(const runtime::DecisionView& view) override;
  unsigned choose_value(const runtime::DecisionView& view, runtime::OpKind kind,
                        unsigned options) override;
  [[nodiscard]] bool complete() const override { return finished_ && !lost_; }
  void exchange(Archive& archive) override;
  [[nodiscard]] bool by_classes() const override { return true; }
  [[nodiscard]] std::string assumed() const override { return run_.assumed(); }
  [[nodiscard]] std::uint64_t blocked() const override { return blocked_; }
  [[nodiscard]] std::optional<std::uint64_t> remaining() const override;

  [[nodiscard]] std::size_t depth() const override { return depth_; }
  [[nodiscard]] std::size_t branched_at() const override { return run_.fresh(); }
  [[nodiscard]] bool open_at(std::size_t depth) const override;
  [[nodiscard]] Message next_at(std::size_t depth) const override;
  void confine(std::size_t depth) override;
  [[nodiscard]] std::size_t noted() const override { return log_ ? log_->events() : 0; }
  void report(Archive& archive) override;
  void take_over(std::size_t depth, Archive& archive) override;

 private:
  /// What follows the step that a node takes, if the step's values are these.
  struct Then {
    std::uint32_t values = 0;
    WakeupTree tree;
    bool leaf = false;  // of the wakeup tree: the step may be followed by anything
  };
  struct Node {  // one per step of the run
    std::uint8_t thread = 0;
    std::uint64_t unprompted = 0;  // threads that time or nothing could make go on here, by bit
    SleepSet asleep;               // explored from here, or before and independent of all since
    std::vector<Event> taken;      // by the thread, one for each combination of values so far
    StepValues values;
    std::vector<Then> then;
    WakeupTree todo;
    NodeSize size;
  };

  Node& add_node(std::uint32_t step);
  void add_forced_node(std::uint32_t step, std::uint8_t thread);
  static void take(Node& node, std::size_t branch);
  static void take_thread(Node& node, std::uint8_t thread);
  unsigned awake_value(Node& node, std::size_t call, unsigned options);
  void learn(const runtime::RunTrace& trace, std::uint32_t steps);
  [[nodiscard]] static bool next_thread(Node& node);
  [[nodiscard]] bool next_branch(Node& node);
  void drop_last();
  void close_below(std::size_t depth);
  static void exchange(Archive& archive, std::vector<Then>& then);
  static void exchange(Archive& archive, Node& node);
  static void renumber(Node& node, const Renumbering& renumbering);
  void reverse(const Race& race);
  void reverse_waking(const EventOrder::Woken& woken);
  void plan(const std::vector<std::uint32_t>& heads, std::uint32_t moved, const Event& last);
  void plan_at(std::size_t depth, Continuation v);

  ObservedRun run_;
  std::vector<Node> path_;
  std::size_t depth_ = 0;  // nodes of path_ in use; the others keep their memory
  ValueCalls value_calls_;
  bool timed_ = false;  // some event depended on all: a plan may be one that time does not allow
  bool first_ = true;
  bool finished_ = false;
  bool derailed_ = false;  // this run is redundant, or cannot be as planned
  bool lost_ = false;      // classes may have been missed
  std::uint64_t blocked_ = 0;
  Numbered common_;             // in a copy: with the original
  std::optional<PlanLog> log_;  // plans for the original
};

}  // namespace oncelab::schedule
