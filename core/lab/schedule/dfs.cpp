#include <oncelab/core/lab/schedule/dfs.hpp>

#include <bit>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/schedule/schedule.hpp>

namespace oncelab::schedule {

namespace {
constexpr std::uint64_t bit(unsigned i) { return std::uint64_t{1} << i; }
// Passes with bounds 0, 1 and 2 are cheap and find most failures in their simplest form.
constexpr std::uint32_t last_growing_bound = 2;
}  // namespace

DepthFirst::DepthFirst(std::optional<std::uint32_t> preemptions_max) : max_(preemptions_max) {}

bool DepthFirst::begin_run() {
  if (finished_) {
    return false;
  }
  if (!first_ && !backtrack() && !next_pass()) {
    finished_ = true;
    return false;
  }
  first_ = false;
  depth_ = 0;
  preemptions_ = 0;
  return true;
}

// To the deepest choice with an option left; false when this pass is over.
bool DepthFirst::backtrack() {
  while (!path_.empty()) {
    Node& n = path_.back();
    while (n.untried != 0) {
      const auto option = static_cast<unsigned>(std::countr_zero(n.untried));
      n.untried &= n.untried - 1;
      const bool preempts = n.current_can_go_on && option != n.current;
      if (preempts && !unbounded_ && n.preemptions >= bound_) {
        cut_ = true;
        continue;
      }
      n.taken = option;
      return true;
    }
    path_.pop_back();
  }
  return false;
}

bool DepthFirst::next_pass() {
  if (!cut_ || (max_.has_value() && bound_ >= *max_)) {
    return false;
  }
  cut_ = false;
  counted_ = bound_ + 1;
  if (bound_ < last_growing_bound) {
    ++bound_;
  } else if (max_.has_value()) {
    bound_ = *max_;
  } else {
    unbounded_ = true;
  }
  return true;
}

unsigned DepthFirst::follow_or_add(std::uint64_t options, unsigned first, int current,
                                   bool current_can_go_on) {
  if (depth_ == path_.size()) {
    Node& n = path_.emplace_back();
    n.untried = options & ~bit(first);
    n.taken = first;
    n.preemptions = preemptions_;
    n.current_can_go_on = current_can_go_on;
    n.current = static_cast<std::uint8_t>(current);
  }
  const Node& n = path_[depth_++];
  // A prefix that does not repeat itself is caught by running twice (explore.hpp); here it would
  // only lead astray.
  ONCELAB_ASSERT((options & bit(n.taken)) != 0);
  if (current_can_go_on && static_cast<int>(n.taken) != current) {
    ++preemptions_;
  }
  return n.taken;
}

unsigned DepthFirst::choose_thread(const runtime::DecisionView& view) {
  return follow_or_add(view.options, default_thread(view), view.current, view.current_can_go_on);
}

unsigned DepthFirst::choose_value(const runtime::DecisionView&, runtime::OpKind, unsigned options) {
  return follow_or_add(bit(options) - 1, 0, 0, false);
}

bool DepthFirst::end_run(const runtime::RunTrace&, const runtime::Outcome&) {
  return preemptions_ >= counted_;
}

}  // namespace oncelab::schedule
