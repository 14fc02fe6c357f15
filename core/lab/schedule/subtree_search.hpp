// SubtreeSearch: what a tree search offers so that copies of the process can search parts of it.
//
// The tree is that of all choices; a search goes along one path after the other, and everything
// below a node is done before the node's next branch is begun. A copy of the process begins such a
// branch early, as it will look if nothing changes it until then. Equal next_at, then and now, says
// that nothing did: then what the copy found is what the search itself would have found, in the
// same order, and take_over makes it so. All of it is called between two runs. Costs: open_at and
// next_at copy one node at most. Threads: one. Internal to schedule.
#pragma once

#include <cstddef>

#include <oncelab/core/lab/schedule/archive.hpp>
#include <oncelab/core/lab/schedule/child.hpp>

namespace oncelab::schedule {

class SubtreeSearch {
 public:
  SubtreeSearch() = default;
  SubtreeSearch(const SubtreeSearch&) = delete;
  SubtreeSearch& operator=(const SubtreeSearch&) = delete;
  virtual ~SubtreeSearch() = default;

  /// Nodes of the current path.
  [[nodiscard]] virtual std::size_t depth() const = 0;
  /// The depth at which the last run left the path before it.
  [[nodiscard]] virtual std::size_t branched_at() const = 0;
  /// Is a branch left at this node, once everything below is done?
  [[nodiscard]] virtual bool open_at(std::size_t depth) const = 0;
  /// The branch that comes next at this node, which is open, and all that its runs depend on.
  [[nodiscard]] virtual Message next_at(std::size_t depth) const = 0;

  /// In a copy: everything below the node is somebody else's, and begin_run begins the next branch.
  /// What is found for the node and for those above it is noted from here on.
  virtual void confine(std::size_t depth) = 0;
  /// In the copy: how many events it has noted.
  [[nodiscard]] virtual std::size_t noted() const { return 0; }
  /// In the copy: what the branch came to so far, and what is left of it.
  virtual void report(Archive& archive) = 0;
  /// When nothing is open below the node: goes to where the copy got in its next branch.
  virtual void take_over(std::size_t depth, Archive& archive) = 0;

  [[nodiscard]] bool open_below(std::size_t depth) const {
    for (std::size_t d = this->depth(); d > depth + 1; --d) {
      if (open_at(d - 1)) {
        return true;
      }
    }
    return false;
  }
};

}  // namespace oncelab::schedule
