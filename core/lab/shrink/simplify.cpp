#include <oncelab/core/lab/shrink/simplify.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

#include <oncelab/core/lab/shrink/in_turn.hpp>

namespace oncelab::shrink {

namespace {

/// What the thread before a step did without interruption, and what it does next.
class Blocks {
 public:
  Blocks(InTurn::Order order, std::uint32_t step) : order_(std::move(order)), cut_(at(step)) {
    const std::uint32_t thread = *(cut_ - 1);
    const auto is_other = [&](std::uint32_t other) { return other != thread; };
    first_ = std::find_if(std::reverse_iterator(cut_), order_.rend(), is_other).base();
    next_ = std::find(cut_, order_.end(), thread);
    end_ = std::find_if(next_, order_.end(), is_other);
  }

  [[nodiscard]] InTurn::Order joined_early() const { return rotated(cut_, next_, end_); }
  [[nodiscard]] InTurn::Order joined_late() const { return rotated(first_, cut_, next_); }

 private:
  using Place = InTurn::Order::const_iterator;

  [[nodiscard]] Place at(std::uint32_t step) const { return order_.begin() + step; }
  /// What is from `middle` to `last` comes before what is from `first` to there.
  [[nodiscard]] InTurn::Order rotated(Place first, Place middle, Place last) const {
    InTurn::Order order(order_.begin(), first);
    order.insert(order.end(), middle, last);
    order.insert(order.end(), first, middle);
    order.insert(order.end(), last, order_.end());
    return order;
  }

  const InTurn::Order order_;
  Place first_, cut_, next_, end_;
};

class Simplify {
 public:
  Simplify(ProgramRuns& runs, schedule::Found found, std::uint64_t schedules_max)
      : runs_(runs), best_(std::move(found)), left_(schedules_max) {}

  schedule::Found run() {
    while (join_blocks() || leave_out() || move_forward()) {
    }
    return std::move(best_);
  }

 private:
  using Deviations = std::vector<schedule::Deviation>;

  [[nodiscard]] const Deviations& deviations() const { return best_.schedule.deviations; }

  /// What does not fit is passed over by the chooser; what was run is what counts.
  bool improves(runtime::Chooser& chooser) {
    if (left_ == 0 || !runs_.may_go_on()) {
      return false;
    }
    --left_;
    auto found = runs_.run(chooser, nullptr, &best_);
    if (found) {
      best_ = std::move(*found);
    }
    return found.has_value();
  }
  bool improves(Deviations changed) {
    const schedule::Schedule schedule{std::move(changed)};
    schedule::Follow follow(schedule);
    return improves(follow);
  }
  bool improves(InTurn::Order order) {
    InTurn in_turn(std::move(order), best_.trace);
    return improves(in_turn);
  }

  /// At a preemption the thread goes on with what it does next, or does what it did before only
  /// then. The last preemption first.
  bool join_blocks() {
    bool any = false;
    for (std::size_t i = deviations().size(); i > 0; i = std::min(i - 1, deviations().size())) {
      const schedule::Deviation& at = deviations()[i - 1];
      if (at.preempts) {
        const Blocks blocks(InTurn::order_of(best_.trace), at.step);
        any |= improves(blocks.joined_early()) || improves(blocks.joined_late());
      }
    }
    return any;
  }

  /// Half of them at once, then a quarter, and so on to single ones, the last first.
  bool leave_out() {
    bool any = false;
    for (std::size_t size = (deviations().size() + 1) / 2; size > 0; size /= 2) {
      for (std::size_t end = deviations().size(); end > 0;) {
        const std::size_t begin = end - std::min(size, end);
        Deviations fewer = deviations();
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(begin),
                    fewer.begin() + static_cast<std::ptrdiff_t>(end));
        any |= improves(std::move(fewer));
        end = std::min(begin, deviations().size());
      }
    }
    return any;
  }

  /// One of them to the earliest step where that helps.
  bool move_forward() {
    for (std::size_t i = 0; i < deviations().size(); ++i) {
      const std::uint32_t now = deviations()[i].step;
      for (std::uint32_t step = i == 0 ? 0 : deviations()[i - 1].step + 1; step < now; ++step) {
        Deviations earlier = deviations();
        earlier[i].step = step;
        if (improves(std::move(earlier))) {
          return true;
        }
      }
    }
    return false;
  }

  ProgramRuns& runs_;
  schedule::Found best_;
  std::uint64_t left_;
};

}  // namespace

schedule::Found simplify(ProgramRuns& runs, schedule::Found found, std::uint64_t schedules_max) {
  return Simplify(runs, std::move(found), schedules_max).run();
}

}  // namespace oncelab::shrink
