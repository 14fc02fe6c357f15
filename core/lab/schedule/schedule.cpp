#include <oncelab/core/lab/schedule/schedule.hpp>

#include <bit>

namespace oncelab::schedule {

std::uint32_t Schedule::preemptions() const {
  std::uint32_t n = 0;
  for (const Deviation& d : deviations) {
    n += d.preempts ? 1U : 0U;
  }
  return n;
}

unsigned default_thread(const runtime::DecisionView& view) {
  if (view.current_can_go_on) {
    return static_cast<unsigned>(view.current);
  }
  const std::uint64_t ordinary =
      view.options & ~(view.by_timeout | view.by_spurious | view.by_world);
  return static_cast<unsigned>(std::countr_zero(ordinary != 0 ? ordinary : view.options));
}

void Follow::restart() {
  next_ = 0;
  followed_ = true;
}

unsigned Follow::choose_thread(const runtime::DecisionView& view) {
  const auto& all = schedule_.deviations;
  while (next_ < all.size() && all[next_].step < view.step) {
    followed_ = false;  // its step had no choice
    ++next_;
  }
  if (next_ < all.size() && all[next_].step == view.step &&
      all[next_].kind == Deviation::Kind::thread) {
    const std::uint32_t taken = all[next_].taken;
    ++next_;
    if (taken < view.threads && (view.options >> taken & 1U) != 0) {
      return taken;
    }
    followed_ = false;
  }
  return default_thread(view);
}

unsigned Follow::choose_value(const runtime::DecisionView& view, runtime::OpKind,
                              unsigned options) {
  const auto& all = schedule_.deviations;
  // A value belongs to the step being performed, which is the last one recorded.
  const std::uint32_t step = view.step - 1;
  while (next_ < all.size() && all[next_].step < step) {
    followed_ = false;
    ++next_;
  }
  if (next_ < all.size() && all[next_].step == step && all[next_].kind == Deviation::Kind::value) {
    const std::uint32_t taken = all[next_].taken;
    ++next_;
    if (taken < options) {
      return taken;
    }
    followed_ = false;
  }
  return 0;
}

unsigned Record::choose_thread(const runtime::DecisionView& view) {
  const unsigned taken = inner_.choose_thread(view);
  if (taken != default_thread(view)) {
    schedule_.deviations.push_back({view.step, Deviation::Kind::thread, taken,
                                    view.current_can_go_on &&
                                        static_cast<int>(taken) != view.current &&
                                        (view.by_world >> taken & 1U) == 0});
  }
  return taken;
}

unsigned Record::choose_value(const runtime::DecisionView& view, runtime::OpKind kind,
                              unsigned options) {
  const unsigned taken = inner_.choose_value(view, kind, options);
  const std::uint32_t step = view.step - 1;
  if (step != value_step_) {
    value_step_ = step;
    zeros_ = 0;
  }
  if (taken == 0) {
    ++zeros_;
    return taken;
  }
  schedule_.deviations.insert(schedule_.deviations.end(), zeros_,
                              {step, Deviation::Kind::value, 0, false});
  zeros_ = 0;
  schedule_.deviations.push_back({step, Deviation::Kind::value, taken, false});
  return taken;
}

}  // namespace oncelab::schedule
