// SubtreePool: a tree search that several processes share.
//
// Now and then a copy of the process (child.hpp) begins a branch that the search will come to much
// later, as it will look if nothing changes it until then (subtree_search.hpp). When the search
// gets there and nothing has changed it, what the copy found counts; else the copy's work is thrown
// away, and the search does it itself. So the result is that of one process, whatever the number of
// copies and their pace. A copy does the same with its own branch.
//
// Promises: as ExploreOptions::workers says, also where a copy dies. The search is between two runs
// whenever others are asked (Limits): its state can be kept. Does not promise: to be faster where
// what is found in one branch often changes the next. Cost: a look at the path for each run, a fork
// for each branch begun early. Threads: one; a process with more does all of it itself. Internal to
// schedule.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <oncelab/core/lab/schedule/branch_sizes.hpp>
#include <oncelab/core/lab/schedule/child.hpp>
#include <oncelab/core/lab/schedule/met.hpp>
#include <oncelab/core/lab/schedule/sharing.hpp>
#include <oncelab/core/lab/schedule/subtree_search.hpp>
#include <oncelab/core/lab/schedule/trial.hpp>
#include <oncelab/core/lab/schedule/worker_slots.hpp>

namespace oncelab::schedule {

class SubtreePool {
 public:
  /// Asked now and then while waiting: may it go on?
  using MayWait = std::function<bool(ExploreResult&)>;
  /// Nothing: the strategy is no tree search, one worker is enough, or there can be no more.
  [[nodiscard]] static std::optional<SubtreePool> make(scenario::Experiment& experiment,
                                                       Strategy& strategy, Trial& trial,
                                                       const ExploreOptions& options,
                                                       MayWait may_wait);

  /// Before each run: takes over what is due, and begins another branch if it is worth it. False:
  /// the result is decided.
  [[nodiscard]] bool share(ExploreResult& result, Met& elsewhere);
  [[nodiscard]] const Sharing& sharing() const { return sharing_; }

 private:
  struct Begun {  // a branch, by a copy
    std::size_t depth = 0;
    Message next;
    Child child;
    std::optional<Message> answer;  // empty: it died
  };
  struct Answer {
    Counts counts;
    Met met;
    Sharing sharing;
    std::uint8_t end = 0;
    Deciding deciding;
    void exchange(Archive& archive);
  };
  struct Context {
    scenario::Experiment& experiment;
    Strategy& strategy;
    SubtreeSearch& search;
    Trial& trial;
    const ExploreOptions& options;
  };

  SubtreePool(const Context& context, WorkerSlots slots, MayWait may_wait);
  [[nodiscard]] bool has_changed(const Begun& begun) const;
  [[nodiscard]] std::uint64_t size_at(std::size_t depth) const;
  [[nodiscard]] std::optional<std::size_t> best_depth() const;
  [[nodiscard]] std::uint64_t most_in_a_copy(std::uint64_t schedules) const;
  void begin_branch(std::uint64_t schedules);
  void receive(int milliseconds);
  void search_branch(const Channel& channel, std::size_t depth, std::uint64_t schedules,
                     std::uint64_t most) const;
  [[nodiscard]] bool arrive(ExploreResult& result, Met& elsewhere);
  [[nodiscard]] bool fits(const Answer& answer, std::uint64_t schedules) const;
  void decide(const Answer& answer, ExploreResult& result, Met& elsewhere);

  Context context_;
  WorkerSlots slots_;
  MayWait may_wait_;
  std::size_t top_ = 0;       // no branch above this depth is ours
  std::vector<Begun> begun_;  // by depth: the deepest is due first
  std::uint64_t next_try_;    // runs
  bool enough_ = false;       // in a copy: nothing more is begun
  std::uint64_t pace_;        // runs between two tries
  std::uint64_t least_;       // schedules in a branch, to begin it early
  std::uint64_t worth_;       // to prefer it to larger ones
  BranchSizes sizes_;
  Sharing sharing_;
};

}  // namespace oncelab::schedule
