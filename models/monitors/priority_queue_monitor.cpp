#include <oncelab/models/monitors/priority_queue_monitor.hpp>

#include <algorithm>
#include <numeric>

namespace oncelab::models {

std::uint32_t PriorityQueueMonitor::first_free(std::uint32_t gap) {
  while (free_[gap] != gap) {
    gap = free_[gap] = free_[free_[gap]];
  }
  return gap;
}

bool PriorityQueueMonitor::holds(std::span<const Lifetime> values,
                                 std::span<const Stretch> nothings, std::uint32_t end) {
  order_.clear();
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    order_.push_back({values[i].urgency, i});
  }
  std::ranges::sort(order_, {}, &Ranked::urgency);
  free_.resize(end + std::size_t{1});
  std::iota(free_.begin(), free_.end(), 0U);
  for (const Ranked& ranked : order_) {
    const Lifetime& life = values[ranked.index];
    const std::uint32_t taken = first_free(life.take.call);
    if (taken >= life.take.ret) {
      return false;
    }
    for (std::uint32_t gap = life.put.ret; gap < taken; gap = first_free(gap)) {
      free_[gap] = gap + 1;
    }
  }
  return std::ranges::all_of(
      nothings, [&](const Stretch& nothing) { return first_free(nothing.call) < nothing.ret; });
}

}  // namespace oncelab::models
