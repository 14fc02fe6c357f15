// LinearOrder: orders of single partitions, put together to one of the whole history.
//
// Locality promises that there is one: each point is placed as early as its interval and the points
// before it of its partition allow, and all points are sorted by that. Linear, but for the sort.
#pragma once

#include <span>
#include <vector>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/check/search.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::check {

class LinearOrder {
 public:
  /// The order of one partition.
  void add(const history::History& history, std::span<const Placement> order);
  [[nodiscard]] std::vector<LinearPoint> merged() const;

 private:
  std::vector<LinearPoint> points_;
};

}  // namespace oncelab::check
