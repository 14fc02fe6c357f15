#include <oncelab/models/monitors/queue_monitor.hpp>

#include <algorithm>

namespace oncelab::models {

bool QueueMonitor::holds(std::span<const Lifetime> values, std::span<const Stretch> nothings,
                         std::uint32_t end) {
  taken_at_.assign(end, 0);
  for (const Lifetime& life : values) {
    taken_at_[life.put.ret] = life.take.call;
  }
  std::uint32_t at = 0;
  std::uint32_t last_take = 0;  // call of a take, of values whose put has returned
  for (const Lifetime& life : values) {
    for (; at < life.put.call; ++at) {
      last_take = std::max(last_take, taken_at_[at]);
    }
    if (life.take.ret < last_take) {
      return false;
    }
  }
  return nothing_fits_(values, nothings, end);
}

}  // namespace oncelab::models
