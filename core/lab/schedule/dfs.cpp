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

bool DepthFirst::preempts(const Node& node, unsigned option) {
  return node.current_can_go_on && option != node.current && (node.free >> option & 1U) == 0;
}

bool DepthFirst::within_bound(const Node& node, unsigned option) const {
  return !preempts(node, option) || unbounded_ || node.preemptions < bound_;
}

// False when no option is left.
bool DepthFirst::take_next(Node& node) {
  while (node.untried != 0) {
    const auto option = static_cast<unsigned>(std::countr_zero(node.untried));
    node.untried &= node.untried - 1;
    if (within_bound(node, option)) {
      node.taken = option;
      return true;
    }
    cut_ = true;
  }
  return false;
}

// To the deepest choice with an option left; false when this pass is over.
bool DepthFirst::backtrack() {
  while (!path_.empty()) {
    if (take_next(path_.back())) {
      branched_at_ = path_.size() - 1;
      return true;
    }
    path_.pop_back();
  }
  branched_at_ = 0;
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

unsigned DepthFirst::follow_or_add(const Node& offered) {
  if (depth_ == path_.size()) {
    Node& n = path_.emplace_back(offered);
    n.untried &= ~bit(n.taken);
    n.preemptions = preemptions_;
  }
  const Node& n = path_[depth_++];
  // A prefix that does not repeat itself is caught by running twice (explore.hpp); here it would
  // only lead astray.
  ONCELAB_ASSERT((offered.untried & bit(n.taken)) != 0);
  if (preempts(offered, n.taken)) {
    ++preemptions_;
  }
  return n.taken;
}

unsigned DepthFirst::choose_thread(const runtime::DecisionView& view) {
  return follow_or_add({.untried = view.options,
                        .taken = default_thread(view),
                        .preemptions = 0,
                        .current_can_go_on = view.current_can_go_on,
                        .current = static_cast<std::uint8_t>(view.current),
                        .free = view.by_world});
}

unsigned DepthFirst::choose_value(const runtime::DecisionView&, runtime::OpKind, unsigned options) {
  return follow_or_add({.untried = bit(options) - 1,
                        .taken = 0,
                        .preemptions = 0,
                        .current_can_go_on = false,
                        .current = 0,
                        .free = 0});
}

bool DepthFirst::end_run(const runtime::RunTrace&, const runtime::Outcome&) {
  return preemptions_ >= counted_;
}

bool DepthFirst::open_at(std::size_t depth) const {
  const Node& n = path_[depth];
  for (std::uint64_t rest = n.untried; rest != 0; rest &= rest - 1) {
    if (within_bound(n, static_cast<unsigned>(std::countr_zero(rest)))) {
      return true;
    }
  }
  return false;
}

// Nothing that is found changes what is left to do elsewhere.
Message DepthFirst::next_at(std::size_t depth) const { return {path_[depth].untried}; }

void DepthFirst::confine(std::size_t depth) {
  path_.resize(depth + 1);
  confined_to_ = depth;
  cut_ = false;
}

void DepthFirst::close_below(std::size_t depth) {
  while (path_.size() > depth + 1) {
    const bool left = take_next(path_.back());
    ONCELAB_ASSERT(!left);
    path_.pop_back();
  }
}

void DepthFirst::report(Archive& archive) { exchange_below(confined_to_, archive); }

void DepthFirst::take_over(std::size_t depth, Archive& archive) {
  close_below(depth);
  const bool open = take_next(path_[depth]);
  ONCELAB_ASSERT(open);
  exchange_below(depth, archive);
}

// The path from the branch on, and whether something was cut off.
void DepthFirst::exchange_below(std::size_t depth, Archive& archive) {
  constexpr std::size_t choices_max = 1'000'000;
  bool cut = cut_;
  archive.number(cut, 1);
  cut_ |= cut;
  archive.number(path_[depth].taken);
  std::vector<Node> below(path_.begin() + static_cast<std::ptrdiff_t>(depth) + 1, path_.end());
  archive.list(below, choices_max, [&](Node& node) {
    archive.number(node.untried);
    archive.number(node.taken);
    archive.number(node.preemptions);
    archive.number(node.current_can_go_on, 1);
    archive.number(node.current, 0xFF);
    archive.number(node.free);
  });
  path_.resize(depth + 1);
  path_.insert(path_.end(), below.begin(), below.end());
}

}  // namespace oncelab::schedule
