#include <oncelab/core/lab/schedule/world_plan.hpp>

#include <algorithm>
#include <bit>

namespace oncelab::schedule {

void WorldPlan::draw(std::uint32_t longest) {
  is_drawn_ = true;
  next_ = 0;
  last_ = 0;
  if (prng_.chance(1, 4)) {
    return;
  }
  do {
    moments_[last_++] = static_cast<std::uint32_t>(prng_.below(longest));
  } while (last_ < moments_max && prng_.chance(1, 2));
  std::sort(moments_.begin(), moments_.begin() + static_cast<std::ptrdiff_t>(last_));
}

int WorldPlan::choose(const runtime::DecisionView& view, std::uint32_t longest) {
  if (!is_drawn_) {
    draw(longest);
  }
  if (next_ == last_ || view.step < moments_[next_]) {
    return -1;
  }
  ++next_;
  std::uint64_t options = view.by_world;
  auto skip = prng_.below(static_cast<std::uint64_t>(std::popcount(options)));
  for (; skip > 0; --skip) {
    options &= options - 1;
  }
  return std::countr_zero(options);
}

unsigned WorldPlan::fault(const runtime::DecisionView& view, unsigned ways) {
  if (ways < 2) {
    return 0;
  }
  auto site = std::ranges::find(sites_, view.fault_site, &Site::id);
  if (site == sites_.end()) {
    sites_.push_back({view.fault_site, prng_.chance(1, 2)});
    site = sites_.end() - 1;
  }
  if (!site->armed || !prng_.chance(1, 3)) {
    return 0;
  }
  return 1 + static_cast<unsigned>(prng_.below(ways - 1));
}

}  // namespace oncelab::schedule
