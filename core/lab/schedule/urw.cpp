#include <oncelab/core/lab/schedule/urw.hpp>

#include <algorithm>

namespace oncelab::schedule {

namespace {
constexpr auto one_step = static_cast<std::int64_t>(Estimates::scale);
}

void UniformWalk::observe(const runtime::RunTrace& trace, Tally& tally) const {
  observe_threads(trace, tally);
}

void UniformWalk::draw(std::uint64_t, const Estimates& estimates) {
  estimates_ = &estimates;
  met_ = 0;
  seen_ = 0;
  const auto& threads = estimates.threads();
  with_children_.clear();
  for (const ThreadSteps& t : threads) {
    with_children_.push_back(t.steps);
  }
  // Parents come before their children in every run, and so here: the last have no children.
  for (std::size_t i = threads.size(); i-- > 0;) {
    const auto parent = std::ranges::find(threads, threads[i].parent, &ThreadSteps::identity);
    if (threads[i].parent != 0 && parent != threads.end()) {
      with_children_[static_cast<std::size_t>(parent - threads.begin())] += with_children_[i];
    }
  }
}

// A thread takes over from its parent what was counted for it there.
void UniformWalk::meet_threads(const runtime::RunTrace& trace) {
  const auto& threads = estimates_->threads();
  for (; met_ < trace.threads.size(); ++met_) {
    const runtime::ThreadInfo& t = trace.threads[met_];
    const auto known = std::ranges::find(threads, t.identity, &ThreadSteps::identity);
    left_[met_] = 0;
    if (known != threads.end()) {
      left_[met_] = static_cast<std::int64_t>(
          with_children_[static_cast<std::size_t>(known - threads.begin())]);
    }
    if (t.parent >= 0) {
      left_[static_cast<std::size_t>(t.parent)] -= left_[met_];
    }
  }
}

unsigned UniformWalk::choose_thread(const runtime::DecisionView& view) {
  if (view.by_world != 0) [[unlikely]] {
    return choose_with_world(view);
  }
  meet_threads(*view.trace);
  for (; seen_ < view.trace->steps.size(); ++seen_) {
    left_[view.trace->steps[seen_].thread] -= one_step;
  }
  const auto weight = [this](unsigned t) {
    return static_cast<std::uint64_t>(std::max(left_[t], one_step));
  };
  std::uint64_t sum = 0;
  for (unsigned t = 0; t < view.threads; ++t) {
    sum += (view.options >> t & 1U) != 0 ? weight(t) : 0;
  }
  std::uint64_t at = prng().below(sum);
  unsigned chosen = 0;
  for (unsigned t = 0; t < view.threads; ++t) {
    if ((view.options >> t & 1U) != 0) {
      chosen = t;
      if (at < weight(t)) {
        break;
      }
      at -= weight(t);
    }
  }
  return chosen;
}

}  // namespace oncelab::schedule
