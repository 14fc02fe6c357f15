#include <oncelab/core/lab/shrink/in_turn.hpp>

#include <algorithm>

namespace oncelab::shrink {

InTurn::Order InTurn::order_of(const runtime::RunTrace& trace) {
  Order order;
  for (const runtime::Step& step : trace.steps) {
    order.push_back(step.thread);
  }
  return order;
}

InTurn::InTurn(Order order, const runtime::RunTrace& like)
    : left_(std::move(order)), steps_of_(runtime::threads_max) {
  std::vector<std::uint32_t> steps_of(runtime::threads_max);
  for (const runtime::Step& step : like.steps) {
    if (step.choice.taken != 0) {
      values_[{step.thread, steps_of[step.thread]}] = step.choice.taken;
    }
    ++steps_of[step.thread];
  }
}

void InTurn::catch_up(const runtime::DecisionView& view) {
  for (; steps_ < view.step; ++steps_) {
    const std::uint32_t thread = view.trace->steps[steps_].thread;
    ++steps_of_[thread];
    if (const auto made = std::ranges::find(left_, thread); made != left_.end()) {
      left_.erase(made);
    }
  }
}

unsigned InTurn::choose_thread(const runtime::DecisionView& view) {
  catch_up(view);
  const auto next = std::ranges::find_if(left_, [&](std::uint32_t thread) {
    return thread < view.threads && (view.options >> thread & 1U) != 0;
  });
  return next == left_.end() ? schedule::default_thread(view) : *next;
}

unsigned InTurn::choose_value(const runtime::DecisionView& view, runtime::OpKind,
                              unsigned options) {
  catch_up(view);  // with the step that is being made
  const std::uint32_t thread = view.trace->steps[view.step - 1].thread;
  const auto taken = values_.find({thread, steps_of_[thread] - 1});
  return taken != values_.end() && taken->second < options ? taken->second : 0;
}

}  // namespace oncelab::shrink
