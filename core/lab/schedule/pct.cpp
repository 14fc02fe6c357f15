#include <oncelab/core/lab/schedule/pct.hpp>

#include <algorithm>
#include <bit>
#include <functional>

namespace oncelab::schedule {

Pct::Pct(Seed seed, std::uint32_t depth) : prng_(Prng(seed).split("pct")), depth_(depth) {}

bool Pct::begin_run() {
  change_points_.clear();
  for (std::uint32_t i = 1; i < depth_; ++i) {
    change_points_.push_back(static_cast<std::uint32_t>(prng_.below(longest_)));
  }
  std::sort(change_points_.begin(), change_points_.end(), std::greater<>());
  for (auto& p : priority_) {
    p = static_cast<std::int64_t>(prng_.next() >> 2U);
  }
  lowest_ = 0;
  return true;
}

bool Pct::end_run(const runtime::RunTrace& trace, const runtime::Outcome&) {
  longest_ = std::max(longest_, static_cast<std::uint32_t>(trace.steps.size()));
  return true;
}

unsigned Pct::choose_thread(const runtime::DecisionView& view) {
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

unsigned Pct::choose_value(const runtime::DecisionView&, runtime::OpKind, unsigned options) {
  return static_cast<unsigned>(prng_.below(options));
}

}  // namespace oncelab::schedule
