// BranchSizes: how many schedules a branch of a search tree holds, judged by what was run.
//
// An estimate: it decides who runs what, never what is run. Cost: linear in the path for each run.
// Threads: one. Internal to schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace oncelab::schedule {

class BranchSizes {
 public:
  /// The same, for who searches the branch at that depth only.
  [[nodiscard]] BranchSizes inside(std::size_t depth) const;
  /// The latest run left the path before it at `branched`; the path has `depth` nodes now.
  void ran(std::size_t branched, std::size_t depth);
  /// All together, so far.
  void count(std::uint64_t schedules) { now_ = schedules; }
  /// Others have run the next branch at that depth.
  void ran_elsewhere(std::size_t depth, std::uint64_t size);
  /// Of the last branch that was done at that depth; 0: none.
  [[nodiscard]] std::uint64_t last(std::size_t depth) const;
  /// Of the one that is being done, so far.
  [[nodiscard]] std::uint64_t current(std::size_t depth) const;

 private:
  std::vector<std::uint64_t> last_;
  std::vector<std::uint64_t> since_;  // schedules before the current branch
  std::uint64_t now_ = 0;
};

}  // namespace oncelab::schedule
