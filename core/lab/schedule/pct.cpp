#include <oncelab/core/lab/schedule/pct.hpp>

#include <algorithm>
#include <bit>
#include <functional>

namespace oncelab::schedule {

void Pct::observe(const runtime::RunTrace& trace, Tally& tally) const {
  observe_length(trace, tally);
}

void Pct::draw(std::uint64_t, const Estimates& estimates) {
  change_points_.clear();
  for (std::uint32_t i = 1; i < depth_; ++i) {
    change_points_.push_back(static_cast<std::uint32_t>(prng().below(estimates.longest())));
  }
  std::sort(change_points_.begin(), change_points_.end(), std::greater<>());
  for (auto& p : priority_) {
    p = static_cast<std::int64_t>(prng().next() >> 2U);
  }
  lowest_ = 0;
}

unsigned Pct::choose_thread(const runtime::DecisionView& view) {
  if (view.by_world != 0) [[unlikely]] {
    return choose_with_world(view);
  }
  while (!change_points_.empty() && change_points_.back() <= view.step) {
    change_points_.pop_back();
    if (view.current >= 0) {
      priority_[static_cast<std::size_t>(view.current)] = --lowest_;
    }
  }
  unsigned best = static_cast<unsigned>(std::countr_zero(view.options));
  for (unsigned t = best + 1; t < view.threads; ++t) {
    if ((view.options >> t & 1U) != 0 && priority_[t] > priority_[best]) {
      best = t;
    }
  }
  return best;
}

}  // namespace oncelab::schedule
