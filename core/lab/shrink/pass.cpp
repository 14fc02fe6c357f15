#include <oncelab/core/lab/shrink/pass.hpp>

#include <utility>

namespace oncelab::shrink {

Pass::Pass(ProgramRuns& runs, std::unique_ptr<schedule::Strategy> strategy)
    : runs_(runs), strategy_(std::move(strategy)) {}

void Pass::go_on(std::uint64_t schedules_max) {
  while (schedules_max > 0 && !found_ && next()) {
    --schedules_max;
  }
}

void Pass::look_for_simpler(std::uint64_t schedules_max) {
  while (schedules_max > 0 && next()) {
    --schedules_max;
  }
}

bool Pass::next() {
  if (strategy_ == nullptr || ended_ || !runs_.may_go_on()) {
    return false;
  }
  if (!strategy_->begin_run()) {
    ended_ = true;
    return false;
  }
  auto found = runs_.run(*strategy_, strategy_.get(), found_ ? &*found_ : nullptr);
  decided_ &= runs_.decided();
  if (found) {
    found_ = std::move(found);
  }
  return true;
}

}  // namespace oncelab::shrink
