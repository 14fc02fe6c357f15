#include <oncelab/core/lab/schedule/dpor.hpp>

#include <algorithm>
#include <bit>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/schedule/reversal.hpp>
#include <oncelab/core/lab/schedule/schedule.hpp>

namespace oncelab::schedule {

namespace {

constexpr std::uint32_t no_event = ~0U;

constexpr std::uint64_t bit(unsigned i) { return std::uint64_t{1} << i; }

// What time, or nothing, makes the thread do.
Event unprompted_event(std::uint8_t thread) {
  Event event;
  event.thread = thread;
  event.depends_on_all = true;
  return event;
}

}  // namespace

Dpor::Dpor(const ObservedRun::Options& options) : run_(options) {}

void Dpor::begin(const scenario::Experiment& experiment) { run_.begin(experiment); }

bool Dpor::begin_run() {
  if (finished_) {
    return false;
  }
  derailed_ = false;
  value_calls_.begin_run();
  if (std::exchange(first_, false)) {
    run_.begin_run(0);
    return true;
  }
  while (depth_ > 0) {
    Node& node = path_[depth_ - 1];
    const auto step = static_cast<std::uint32_t>(depth_ - 1);
    if (next_branch(node)) {
      run_.begin_run(step);
      return true;
    }
    drop_last();
  }
  finished_ = true;
  return false;
}

// Everything from the last node on is explored.
void Dpor::drop_last() {
  --depth_;
  if (depth_ > 0) {
    path_[depth_ - 1].size.runs += path_[depth_].size.runs;
  }
}

// The step with other values, or the next thread, if there is one to do.
bool Dpor::next_branch(Node& node) {
  ++node.size.branches;
  if (node.values.next()) {
    return true;
  }
  lost_ |= !timed_ &&
           std::ranges::any_of(node.then, [](const Then& t) { return !t.leaf && !t.tree.empty(); });
  return next_thread(node);
}

std::optional<std::uint64_t> Dpor::remaining() const {
  TreeSize tree;
  for (std::size_t d = depth_; d-- > 0;) {
    const Node& node = path_[d];
    std::uint64_t threads = 0;
    for (const WakeupBranch& b : node.todo) {
      threads |= bit(b.first.event.thread);
    }
    tree.add_above(node.size, static_cast<unsigned>(std::popcount(threads)) +
                                  (node.values.has_next() ? 1U : 0U));
  }
  return tree.left();
}

// The thread is explored.
bool Dpor::next_thread(Node& node) {
  node.asleep.add(node.taken);
  node.taken.clear();
  prune(node.todo, node.asleep);
  if (node.todo.empty()) {
    return false;
  }
  take(node, 0);
  return true;
}

void Dpor::take_thread(Node& node, std::uint8_t thread) {
  node.thread = thread;
  node.values.clear();
  node.taken.clear();
  node.then.clear();
}

// Everything that is to be done with the thread of this branch.
void Dpor::take(Node& node, std::size_t branch) {
  take_thread(node, node.todo[branch].first.event.thread);
  for (WakeupBranch& b : node.todo) {
    if (b.first.event.thread == node.thread) {
      node.then.push_back({b.first.event.values, std::move(b.then), b.leaf});
    }
  }
  std::erase_if(node.todo,
                [&](const WakeupBranch& b) { return b.first.event.thread == node.thread; });
}

// A node for the step after those whose events are known.
Dpor::Node& Dpor::add_node(std::uint32_t step) {
  ONCELAB_ASSERT(step == depth_ && step == run_.steps());
  if (depth_ == path_.size()) {
    path_.emplace_back();
  }
  Node& node = path_[depth_++];
  node.unprompted = 0;
  node.asleep.clear();
  node.todo.clear();
  node.size = {};
  take_thread(node, 0);
  if (step > 0) {
    Node& before = path_[step - 1];
    const Event& event = run_.order()[step - 1];
    node.asleep.take_over(before.asleep, event);
    const bool somebody_sleeps = node.asleep.somebody();
    bool anything = false;
    for (Then& then : before.then) {
      anything |= then.leaf && (then.values == event.values || then.values == 0);
      if (then.values == event.values) {
        node.todo = std::move(then.tree);
        then.tree.clear();
      }
    }
    if (anything && !somebody_sleeps) {
      node.todo.clear();
    }
    // What was planned took the step before for all that it might do; now it is known. With
    // somebody asleep, what goes on without a plan is redundant.
    if (somebody_sleeps) {
      prune(node.todo, node.asleep);
      if (node.todo.empty()) {
        --depth_;
        derailed_ = true;
      }
    }
  }
  return node;
}

// The step was the only one that could be made.
void Dpor::add_forced_node(std::uint32_t step, std::uint8_t thread) {
  Node& node = add_node(step);
  if (derailed_) {
    return;
  }
  const auto planned = std::ranges::find_if(
      node.todo, [thread](const WakeupBranch& b) { return b.first.event.thread == thread; });
  if (planned != node.todo.end()) {
    take(node, static_cast<std::size_t>(planned - node.todo.begin()));
  }
  lost_ |= !node.todo.empty() && !timed_;
  node.todo.clear();
  node.thread = thread;
  if ((node.asleep.threads() & bit(thread)) != 0) {
    --depth_;
    derailed_ = true;
  }
}

// Events of the steps that were performed since the last time.
void Dpor::learn(const runtime::RunTrace& trace, std::uint32_t steps) {
  for (std::uint32_t step = run_.steps(); step < steps && !derailed_; ++step) {
    const std::uint8_t thread = run_.thread_of(trace, trace.steps[step].thread);
    if (step == depth_) {
      add_forced_node(step, thread);
      if (derailed_) {
        return;
      }
    }
    Node& node = path_[step];
    if (node.thread != thread) {  // planned, but not to be had
      lost_ |= !timed_;
      node.values.clear();
      depth_ = step + 1;
      derailed_ = true;
      return;
    }
    const Event& event = run_.learn(trace, node.values.code());
    timed_ |= event.depends_on_all || (trace.steps[step].flags & runtime::step_expired) != 0;
    if (step >= run_.fresh()) {
      node.taken.push_back(event);
    }
  }
}

unsigned Dpor::choose_thread(const runtime::DecisionView& view) {
  learn(*view.trace, view.step);
  if (derailed_) {
    return default_thread(view);
  }
  if (view.step < depth_) {
    const int planned = run_.index_of(*view.trace, path_[view.step].thread);
    const bool offered = planned >= 0 && (view.options >> planned & 1U) != 0;
    return offered ? static_cast<unsigned>(planned) : default_thread(view);
  }
  Node& node = add_node(view.step);
  if (derailed_) {
    return default_thread(view);
  }
  std::uint64_t awake = view.options & ~run_.not_yet(*view.trace, view.options);
  for (std::uint64_t rest = awake; rest != 0; rest &= rest - 1) {
    const auto index = static_cast<unsigned>(std::countr_zero(rest));
    if ((node.asleep.threads() & bit(run_.thread_of(*view.trace, index))) != 0) {
      awake &= ~bit(index);
    }
  }
  const std::uint64_t unprompted = ObservedRun::unprompted(view);
  node.unprompted = run_.threads_of(*view.trace, unprompted);
  for (std::uint64_t rest = awake & unprompted; rest != 0; rest &= rest - 1) {
    const std::uint8_t thread =
        run_.thread_of(*view.trace, static_cast<unsigned>(std::countr_zero(rest)));
    if (std::ranges::none_of(node.todo, [thread](const WakeupBranch& b) {
          return b.first.event.thread == thread;
        })) {
      node.todo.push_back({{unprompted_event(thread), false}, {}, true});
    }
  }
  const auto offered = std::ranges::find_if(node.todo, [&](const WakeupBranch& b) {
    const int index = run_.index_of(*view.trace, b.first.event.thread);
    return index >= 0 && (awake >> index & 1U) != 0 && !b.first.event.depends_on_all;
  });
  if (offered != node.todo.end()) {
    take(node, static_cast<std::size_t>(offered - node.todo.begin()));
  } else if (awake &= ~view.by_world; awake != 0) {
    unsigned next = default_thread(view);
    if ((awake >> next & 1U) == 0) {
      const std::uint64_t ordinary = awake & ~(view.by_timeout | view.by_spurious);
      next = static_cast<unsigned>(std::countr_zero(ordinary != 0 ? ordinary : awake));
    }
    take_thread(node, run_.thread_of(*view.trace, next));
    std::erase_if(node.todo,
                  [&](const WakeupBranch& b) { return b.first.event.thread == node.thread; });
  } else {
    --depth_;
    derailed_ = true;
    return default_thread(view);
  }
  return static_cast<unsigned>(run_.index_of(*view.trace, node.thread));
}

unsigned Dpor::choose_value(const runtime::DecisionView& view, runtime::OpKind, unsigned options) {
  const std::uint32_t step = view.step - 1;  // the one being performed
  learn(*view.trace, step);
  if (derailed_) {
    return 0;
  }
  if (step == depth_) {  // there was no choice of a thread
    add_forced_node(step, run_.thread_of(*view.trace, view.trace->steps[step].thread));
    if (derailed_) {
      return 0;
    }
  }
  return awake_value(path_[step], value_calls_.next(step), options);
}

// With these values the step may be one that sleeps: then the next ones.
unsigned Dpor::awake_value(Node& node, std::size_t call, unsigned options) {
  unsigned value = node.values.choose(call, options);
  while (node.asleep.sleeps(node.thread, node.values.code())) {
    if (call != 0 || !node.values.next()) {
      derailed_ = true;
      return 0;
    }
    value = node.values.choose(call, options);
  }
  return value;
}

// Plans a run of everything after the first of the heads that follows none of them, then of `last`.
void Dpor::plan(const std::vector<std::uint32_t>& heads, std::uint32_t moved, const Event& last) {
  const std::size_t depth = *std::ranges::min_element(heads);
  Continuation v = without(heads, moved, last, run_.order());
  if (!path_[depth].asleep.makes_redundant(v)) {
    plan_at(depth, std::move(v));
  }
}

void Dpor::plan_at(std::size_t depth, Continuation v) {
  if (log_) {
    log_->add(depth, v);
  }
  insert(path_[depth].todo, std::move(v));
}

// The second event is to come before the first.
void Dpor::reverse(const Race& race) {
  plan(left_out_for(race, run_.order()), race.second,
       with_any_outcome(run_.order()[race.second], run_.spurious()));
}

// The woken thread is to go on before it is woken, if it could have.
void Dpor::reverse_waking(const EventOrder::Woken& woken) {
  if ((path_[woken.by].unprompted >> woken.thread & 1U) != 0) {
    plan({woken.by}, no_event, unprompted_event(woken.thread));
  }
}

bool Dpor::end_run(const runtime::RunTrace& trace, const runtime::Outcome& outcome) {
  learn(trace, static_cast<std::uint32_t>(trace.steps.size()));
  if (derailed_) {
    ++blocked_;
    return false;
  }
  // What was still to come of a run that was cut short is not known.
  lost_ |= outcome.kind != runtime::OutcomeKind::finished || !run_.all_ended(trace);
  // Those of steps that an earlier run had too: what comes along when they are reversed is another.
  for (const Race& race : run_.races()) {
    reverse(race);
  }
  for (const EventOrder::Woken& woken : run_.order().woken()) {
    reverse_waking(woken);
  }
  run_.for_each_happening(trace, [&](const std::vector<Race>& races) {
    for (const Race& race : races) {
      reverse(race);
    }
  });
  if (depth_ > 0) {
    ++path_[depth_ - 1].size.runs;
  }
  return true;
}

}  // namespace oncelab::schedule
