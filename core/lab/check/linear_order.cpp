#include <oncelab/core/lab/check/linear_order.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

namespace oncelab::check {

void LinearOrder::add(const history::History& history, std::span<const Placement> order) {
  std::uint32_t now = 0;
  for (const Placement& placement : order) {
    const history::OperationIndex operation{placement.operation};
    now = std::max(now, raw(history.operation(operation).call_event));
    points_.push_back({operation, placement.point, placement.points, placement.choice, now});
  }
}

std::vector<LinearPoint> LinearOrder::merged() const {
  std::vector<std::size_t> order(points_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) {
    return std::pair(points_[i].after_event, i);  // points of one partition stay in their order
  });
  std::vector<LinearPoint> merged;
  merged.reserve(order.size());
  for (const std::size_t i : order) {
    merged.push_back(points_[i]);
  }
  return merged;
}

}  // namespace oncelab::check
