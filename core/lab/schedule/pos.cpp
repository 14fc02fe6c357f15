#include <oncelab/core/lab/schedule/pos.hpp>

#include <bit>

#include <oncelab/core/lab/schedule/operation_conflict.hpp>

namespace oncelab::schedule {

void Pos::draw(std::uint64_t, const Estimates&) {
  for (auto& p : priority_) {
    p = prng().next();
  }
  seen_ = 0;
}

// Threads that made a later step, which is accounted for next, are drawn for again then: what they
// were about to do at this step does not matter any more.
void Pos::account_for(const runtime::DecisionView& view, const runtime::Step& made) {
  using runtime::OpKind;
  const bool wakes = made.kind == OpKind::condition_signal ||
                     made.kind == OpKind::condition_broadcast || made.kind == OpKind::futex_wake;
  for (unsigned t = 0; t < view.threads; ++t) {
    const bool woken = wakes && (made.value >> t & 1U) != 0;
    if (t == made.thread || woken || conflicts(made, view.pending(t))) {
      priority_[t] = prng().next();
    }
  }
}

unsigned Pos::choose_thread(const runtime::DecisionView& view) {
  if (view.by_world != 0) [[unlikely]] {
    return choose_with_world(view);
  }
  for (; seen_ < view.trace->steps.size(); ++seen_) {
    account_for(view, view.trace->steps[seen_]);
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
