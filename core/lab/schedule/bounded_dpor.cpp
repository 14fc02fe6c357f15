#include <oncelab/core/lab/schedule/bounded_dpor.hpp>

#include <bit>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/schedule/schedule.hpp>

namespace oncelab::schedule {

namespace {
constexpr std::uint64_t bit(unsigned i) { return std::uint64_t{1} << i; }
}  // namespace

BoundedDpor::BoundedDpor(std::uint32_t preemptions_max, const ObservedRun::Options& options)
    : max_(preemptions_max), run_(options) {}

void BoundedDpor::begin(const scenario::Experiment& experiment) { run_.begin(experiment); }

bool BoundedDpor::begin_run() {
  if (finished_) {
    return false;
  }
  value_calls_.begin_run();
  if (first_) {
    first_ = false;
    run_.begin_run(0);
    return true;
  }
  for (; depth_ > 0; --depth_) {
    if (next(path_[depth_ - 1], cut_)) {
      run_.begin_run(static_cast<std::uint32_t>(depth_ - 1));
      return true;
    }
  }
  finished_ = true;
  return false;
}

bool BoundedDpor::preempts(const Node& node, std::uint8_t thread) {
  return node.switch_preempts && thread != node.before && (node.world & bit(thread)) == 0;
}

bool BoundedDpor::next(Node& node, bool& cut) const {
  if (node.values.next()) {
    return true;
  }
  node.done |= bit(node.thread);
  for (std::uint64_t rest = node.todo & ~node.done; rest != 0; rest &= rest - 1) {
    const auto thread = static_cast<std::uint8_t>(std::countr_zero(rest));
    node.done |= bit(thread);
    if (preempts(node, thread) && node.preemptions >= max_) {
      cut = true;
      continue;
    }
    node.thread = thread;
    return true;
  }
  return false;
}

// A node for the step that comes next.
BoundedDpor::Node& BoundedDpor::add_node(std::uint32_t step) {
  ONCELAB_ASSERT(step == depth_);
  if (depth_ == path_.size()) {
    path_.emplace_back();
  }
  Node& node = path_[depth_++];
  StepValues values = std::move(node.values);  // keeps its memory
  values.clear();
  node = Node{};
  node.values = std::move(values);
  if (step > 0) {
    const Node& before = path_[step - 1];
    node.before = (before.world & bit(before.thread)) != 0 ? before.before : before.thread;
    node.preemptions = before.preemptions + (preempts(before, before.thread) ? 1U : 0U);
  }
  return node;
}

// The step was the only one that could be made.
void BoundedDpor::add_forced_node(std::uint32_t step, std::uint8_t thread) {
  Node& node = add_node(step);
  node.thread = thread;
  node.enabled = bit(thread);
}

void BoundedDpor::learn(const runtime::RunTrace& trace, std::uint32_t steps) {
  for (std::uint32_t step = run_.steps(); step < steps; ++step) {
    const std::uint8_t thread = run_.thread_of(trace, trace.steps[step].thread);
    if (step == depth_) {
      add_forced_node(step, thread);
    }
    Node& node = path_[step];
    if (node.thread != thread) {  // asked for, but not to be had
      lost_ = true;
      node.thread = thread;
    }
    run_.learn(trace, node.values.code());
  }
}

unsigned BoundedDpor::choose_thread(const runtime::DecisionView& view) {
  learn(*view.trace, view.step);
  if (view.step < depth_) {
    const int planned = run_.index_of(*view.trace, path_[view.step].thread);
    return planned >= 0 && (view.options >> planned & 1U) != 0 ? static_cast<unsigned>(planned)
                                                               : default_thread(view);
  }
  Node& node = add_node(view.step);
  const unsigned next = default_thread(view);
  node.thread = run_.thread_of(*view.trace, next);
  node.enabled = run_.threads_of(*view.trace, view.options);
  node.switch_preempts = view.current_can_go_on;
  node.world = run_.threads_of(*view.trace, view.by_world);
  node.todo = run_.threads_of(*view.trace, ObservedRun::unprompted(view));
  return next;
}

unsigned BoundedDpor::choose_value(const runtime::DecisionView& view, runtime::OpKind,
                                   unsigned options) {
  const std::uint32_t step = view.step - 1;  // the one being performed
  learn(*view.trace, step);
  if (step == depth_) {  // there was no choice of a thread
    add_forced_node(step, run_.thread_of(*view.trace, view.trace->steps[step].thread));
  }
  return path_[step].values.choose(value_calls_.next(step), options);
}

// The thread is to be tried at this step; if it cannot run there, all that can.
void BoundedDpor::try_at(std::uint32_t step, std::uint8_t thread) {
  const std::uint64_t enabled = path_[step].enabled;
  ask(step, (enabled & bit(thread)) != 0 ? bit(thread) : enabled);
}

void BoundedDpor::ask(std::uint32_t step, std::uint64_t threads) {
  path_[step].todo |= threads;
  if (step < asked_.size()) {
    asked_[step] |= threads;
  }
}

// Does a thread come to work here? What happens to the world meanwhile interrupts nobody.
bool BoundedDpor::begins_block(std::uint32_t step) const {
  const Node& node = path_[step];
  return step == 0 || (node.thread != node.before && (node.world & bit(node.thread)) == 0);
}

// The event is to come before the one at this step, and where the block of steps around it began.
// If it would have to wait for a lock there, it can only come before the lock was taken.
void BoundedDpor::try_before(std::uint32_t step, const Event& event) {
  try_at(step, event.thread);
  while (!begins_block(step)) {
    --step;
  }
  try_at(step, event.thread);
  if ((path_[step].enabled & bit(event.thread)) != 0 ||
      (event.blocking != Blocking::acquires && !event.gave_up())) {
    return;
  }
  const std::uint32_t place = event.held().place;
  std::uint64_t seen = 0;  // threads whose latest use of the lock was seen: they hold it, or not
  for (std::uint32_t i = step; i-- > 0;) {
    const Event& e = run_.order()[i];
    if (e.blocking == Blocking::none || e.blocking == Blocking::passes || e.held().place != place ||
        (seen & bit(e.thread)) != 0) {
      continue;
    }
    seen |= bit(e.thread);
    if (e.blocking != Blocking::releases && e.thread != event.thread) {
      try_before(i, event);
    }
  }
}

// The thread is to come before this step, or where a block of steps before it began, and wait.
void BoundedDpor::try_waiting_before(std::uint32_t step, std::uint8_t thread) {
  for (std::uint32_t after = step + 1; after > 0 && path_[after - 1].thread != thread; --after) {
    const std::uint32_t i = after - 1;
    if (i == step || begins_block(i)) {
      ask(i, path_[i].enabled & bit(thread));
    }
  }
}

// What a crash ended could have gone on before: no race shows what was not done.
void BoundedDpor::try_before_crashes(const runtime::RunTrace& trace) {
  for (std::uint32_t step = run_.fresh(); step < trace.steps.size(); ++step) {
    if (trace.steps[step].kind != runtime::OpKind::crash) {
      continue;
    }
    for (unsigned i = 0; i < trace.threads.size(); ++i) {
      Event any;
      any.thread = run_.thread_of(trace, i);
      if (trace.threads[i].process == trace.steps[step].process &&
          (path_[step].enabled & bit(any.thread)) != 0) {
        try_before(step, any);
      }
    }
  }
}

bool BoundedDpor::end_run(const runtime::RunTrace& trace, const runtime::Outcome& outcome) {
  learn(trace, static_cast<std::uint32_t>(trace.steps.size()));
  // What was still to come of a run that was cut short is not known.
  lost_ |= outcome.kind != runtime::OutcomeKind::finished || !run_.all_ended(trace);
  const EventOrder& order = run_.order();
  for (const Race& race : run_.races()) {
    if (race.second < run_.fresh()) {
      continue;  // as in an earlier run
    }
    try_before(race.first, order[race.second]);
  }
  run_.for_each_happening(trace, [&](const std::vector<Race>& races) {
    for (const Race& race : races) {
      try_before(race.first, order[race.second]);
    }
  });
  try_before_crashes(trace);
  // A thread that comes early only to wait makes the switch away from it free.
  for (const Race& wait : run_.waits()) {
    if (wait.second < run_.fresh()) {
      continue;
    }
    try_waiting_before(wait.first, order[wait.second].thread);
  }
  return true;
}

}  // namespace oncelab::schedule
