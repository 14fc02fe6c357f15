// TreeSize: how many leaves a search tree has that is explored depth first, judged by what was
// explored of it.
//
// At each node of the current path, a branch that is still to be taken is as large as those taken
// on the average; the one that is being taken is as large as the estimate below says. Does not
// promise: to be near. A search that finds new branches as it goes tells of too few at first. Cost:
// one addition per node. Plain data. Source: Kilby, Slaney, Thiebaux, Walsh: "Estimating search
// tree size" (AAAI 2006), the recursive estimator. Internal to schedule.
#pragma once

#include <cmath>
#include <cstdint>

namespace oncelab::schedule {

/// What was explored from one node of the path.
struct NodeSize {
  std::uint64_t runs = 0;      // in branches that are done; of the last node, all
  std::uint64_t branches = 0;  // that are done
};

class TreeSize {
 public:
  /// Nodes from the last to the first. `open`: branches that are still to be taken.
  void add_above(const NodeSize& node, unsigned open) {
    done_ += node.runs;
    const double taken = static_cast<double>(node.runs) + below_;
    below_ = taken + taken / static_cast<double>(node.branches + 1) * open;
  }
  /// Leaves that were not explored.
  [[nodiscard]] std::uint64_t left() const {
    constexpr double most = 1e18;
    const double left = std::round(below_ - static_cast<double>(done_));
    return left <= 0 ? 0 : static_cast<std::uint64_t>(left < most ? left : most);
  }

 private:
  double below_ = 0;
  std::uint64_t done_ = 0;
};

}  // namespace oncelab::schedule
