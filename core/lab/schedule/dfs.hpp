// Depth-first search over all schedules, by growing number of preemptions.
//
// Runs every schedule with 0 preemptions, then those with 1, then 2, then all the others (up to the
// bound, if there is one). A schedule is counted once: a later pass has to run through those of the
// earlier ones again, but does not report them as its own. Stateless: memory is the depth of one
// run. complete() after the last pass says that everything within the bound was run.
// Source: iterative context bounding, Musuvathi and Qadeer (PLDI 2007).
#pragma once

#include <optional>
#include <vector>

#include <oncelab/core/lab/schedule/strategy.hpp>
#include <oncelab/core/lab/schedule/subtree_search.hpp>

namespace oncelab::schedule {

class DepthFirst final : public Strategy, public SubtreeSearch {
 public:
  explicit DepthFirst(std::optional<std::uint32_t> preemptions_max);
  bool begin_run() override;
  bool end_run(const runtime::RunTrace& trace, const runtime::Outcome& outcome) override;
  unsigned choose_thread(const runtime::DecisionView& view) override;
  unsigned choose_value(const runtime::DecisionView& view, runtime::OpKind kind,
                        unsigned options) override;
  [[nodiscard]] bool complete() const override { return finished_; }
  [[nodiscard]] bool cut_by_bound() const override { return cut_; }

  [[nodiscard]] std::size_t depth() const override { return path_.size(); }
  [[nodiscard]] std::size_t branched_at() const override { return branched_at_; }
  [[nodiscard]] bool open_at(std::size_t depth) const override;
  [[nodiscard]] Message next_at(std::size_t depth) const override;
  void confine(std::size_t depth) override;
  void report(Archive& archive) override;
  void take_over(std::size_t depth, Archive& archive) override;

 private:
  struct Node {
    std::uint64_t untried = 0;  // options not taken yet, by bit
    std::uint32_t taken = 0;
    std::uint32_t preemptions = 0;  // before this choice
    bool current_can_go_on = false;
    std::uint8_t current = 0;
    std::uint64_t free = 0;  // options that preempt nobody, by bit
  };
  [[nodiscard]] unsigned follow_or_add(const Node& offered);
  [[nodiscard]] static bool preempts(const Node& node, unsigned option);
  [[nodiscard]] bool within_bound(const Node& node, unsigned option) const;
  [[nodiscard]] bool take_next(Node& node);
  bool backtrack();
  void close_below(std::size_t depth);
  void exchange_below(std::size_t depth, Archive& archive);
  bool next_pass();

  std::optional<std::uint32_t> max_;
  std::uint32_t bound_ = 0;    // of this pass
  std::uint32_t counted_ = 0;  // schedules with fewer preemptions than this were counted before
  bool unbounded_ = false;     // the last pass has no bound
  bool cut_ = false;           // an option was left out because of the bound, in this pass
  bool finished_ = false;
  bool first_ = true;
  std::vector<Node> path_;
  std::size_t depth_ = 0;  // of the run in progress
  std::uint32_t preemptions_ = 0;
  std::size_t branched_at_ = 0;
  std::size_t confined_to_ = 0;  // in a copy
};

}  // namespace oncelab::schedule
