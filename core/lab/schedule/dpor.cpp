#include <oncelab/core/lab/schedule/dpor.hpp>

#include <algorithm>
#include <bit>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/core/lab/schedule/schedule.hpp>

namespace oncelab::schedule {

using runtime::OpKind;

namespace {

constexpr std::uint64_t bit(unsigned i) { return std::uint64_t{1} << i; }

bool contains(const std::vector<Event>& events, std::uint8_t thread) {
  return std::ranges::any_of(events, [thread](const Event& e) { return e.thread == thread; });
}

}  // namespace

Dpor::Dpor(const Options& options) : early_timeouts_(options.early_timeouts) {
  order_.early_timeouts(options.early_timeouts);
  if (options.words) {
    labeller_.compare_words();
  }
}

void Dpor::begin(const scenario::Experiment& experiment) {
  labeller_.set_partition([&experiment](ClientId client, std::uint32_t operation) {
    return experiment.partition(client, operation);
  });
}

bool Dpor::begin_run() {
  if (finished_) {
    return false;
  }
  labeller_.begin_run();
  derailed_ = false;
  value_step_ = no_step;
  if (std::exchange(first_, false)) {
    return true;
  }
  while (depth_ > 0) {
    Node& node = path_[depth_ - 1];
    const auto step = static_cast<std::uint32_t>(depth_ - 1);
    if (next_values(node) || next_branch(node)) {
      order_.truncate(step);
      learnt_ = fresh_ = step;
      return true;
    }
    --depth_;
  }
  finished_ = true;
  return false;
}

// The next combination of values of the step that the node takes.
bool Dpor::next_values(Node& node) {
  while (!node.values.empty()) {
    Value& last = node.values.back();
    if (last.taken + 1 < last.options) {
      ++last.taken;
      return true;
    }
    node.values.pop_back();
  }
  return false;
}

// The thread is explored: the next one, if there is one to do.
bool Dpor::next_branch(Node& node) {
  lost_ |= !early_timeouts_ &&
           std::ranges::any_of(node.then, [](const Then& t) { return !t.tree.empty(); });
  node.asleep.insert(node.asleep.end(), node.taken.begin(), node.taken.end());
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
      node.then.push_back({b.first.event.values, std::move(b.then)});
    }
  }
  std::erase_if(node.todo,
                [&](const WakeupBranch& b) { return b.first.event.thread == node.thread; });
}

// A node for the step after those whose events are known.
Dpor::Node& Dpor::add_node(std::uint32_t step) {
  ONCELAB_ASSERT(step == depth_ && step == learnt_);
  if (depth_ == path_.size()) {
    path_.emplace_back();
  }
  Node& node = path_[depth_++];
  node.asleep.clear();
  node.todo.clear();
  take_thread(node, 0);
  if (step > 0) {
    Node& before = path_[step - 1];
    const Event& event = order_[step - 1];
    for (const Event& e : before.asleep) {
      if (!dependent(e, event)) {
        node.asleep.push_back(e);
      }
    }
    for (Then& then : before.then) {
      if (then.values == event.values) {
        node.todo = std::move(then.tree);
        then.tree.clear();
        break;
      }
    }
    if (!node.todo.empty() && !node.asleep.empty()) {
      prune(node.todo, node.asleep);
      if (node.todo.empty()) {  // known to be redundant only now
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
  lost_ |= !node.todo.empty() && !early_timeouts_;
  node.todo.clear();
  node.thread = thread;
  if (contains(node.asleep, thread)) {
    --depth_;
    derailed_ = true;
  }
}

Causes Dpor::causes_of(const runtime::RunTrace& trace, std::uint32_t step) {
  const runtime::Step& s = trace.steps[step];
  Causes causes;
  const std::uint32_t created = trace.threads[s.thread].created_after;
  if (created != 0 && order_.latest_of(labeller_.thread_of(trace, s.thread)) == 0) {
    causes.after.push_back(created - 1);
  }
  const auto after_thread = [&](unsigned index) {
    if (const auto latest = order_.latest_of(labeller_.thread_of(trace, index)); latest != 0) {
      causes.after.push_back(latest - 1);
    }
  };
  if (s.kind == OpKind::thread_join) {
    after_thread(static_cast<unsigned>(s.value));
  } else if (s.kind == OpKind::wait_for_clients) {
    for (unsigned i = 0; i < trace.threads.size(); ++i) {
      if (trace.threads[i].client >= 0) {
        after_thread(i);
      }
    }
  } else if (s.kind == OpKind::condition_signal || s.kind == OpKind::condition_broadcast ||
             s.kind == OpKind::futex_wake) {
    for (std::uint64_t woken = s.value; woken != 0; woken &= woken - 1) {
      causes.wakes.push_back(
          labeller_.thread_of(trace, static_cast<unsigned>(std::countr_zero(woken))));
    }
  }
  return causes;
}

// Events of the steps that were performed since the last time.
void Dpor::learn(const runtime::RunTrace& trace, std::uint32_t steps) {
  for (; learnt_ < steps && !derailed_; ++learnt_) {
    const std::uint8_t thread = labeller_.thread_of(trace, trace.steps[learnt_].thread);
    if (learnt_ == depth_) {
      add_forced_node(learnt_, thread);
      if (derailed_) {
        return;
      }
    }
    Node& node = path_[learnt_];
    if (node.thread != thread) {  // planned, but not to be had
      lost_ |= !early_timeouts_;
      node.values.clear();
      depth_ = learnt_ + 1;
      derailed_ = true;
      return;
    }
    Event event = labeller_.event_of(trace, learnt_);
    for (const Value& v : node.values) {
      event.values = event.values * 256 + v.taken + 1;
    }
    node.taken.push_back(event);
    order_.push(event, causes_of(trace, learnt_), learnt_ >= fresh_);
  }
}

unsigned Dpor::choose_thread(const runtime::DecisionView& view) {
  learn(*view.trace, view.step);
  if (derailed_) {
    return default_thread(view);
  }
  if (view.step < depth_) {
    const int planned = labeller_.index_of(*view.trace, path_[view.step].thread);
    const bool offered = planned >= 0 && (view.options >> planned & 1U) != 0;
    return offered ? static_cast<unsigned>(planned) : default_thread(view);
  }
  Node& node = add_node(view.step);
  if (derailed_) {
    return default_thread(view);
  }
  std::uint64_t awake = view.options;
  for (const Event& e : node.asleep) {
    if (const int index = labeller_.index_of(*view.trace, e.thread); index >= 0) {
      awake &= ~bit(static_cast<unsigned>(index));
    }
  }
  // What depends on all is in no race that would show it: each place of it is a branch.
  for (std::uint64_t rest = awake & (view.by_timeout | view.by_spurious); rest != 0;
       rest &= rest - 1) {
    Planned early;
    early.event.thread =
        labeller_.thread_of(*view.trace, static_cast<unsigned>(std::countr_zero(rest)));
    early.event.depends_on_all = true;
    if (std::ranges::none_of(node.todo, [&](const WakeupBranch& b) {
          return b.first.event.thread == early.event.thread;
        })) {
      node.todo.push_back({early, {}, false});
    }
  }
  const auto offered = std::ranges::find_if(node.todo, [&](const WakeupBranch& b) {
    const int index = labeller_.index_of(*view.trace, b.first.event.thread);
    return index >= 0 && (awake >> index & 1U) != 0 && !b.first.event.depends_on_all;
  });
  if (offered != node.todo.end()) {
    take(node, static_cast<std::size_t>(offered - node.todo.begin()));
  } else if (awake != 0) {
    unsigned next = default_thread(view);
    if ((awake >> next & 1U) == 0) {
      const std::uint64_t ordinary = awake & ~(view.by_timeout | view.by_spurious);
      next = static_cast<unsigned>(std::countr_zero(ordinary != 0 ? ordinary : awake));
    }
    take_thread(node, labeller_.thread_of(*view.trace, next));
    std::erase_if(node.todo,
                  [&](const WakeupBranch& b) { return b.first.event.thread == node.thread; });
  } else {
    --depth_;
    derailed_ = true;
    return default_thread(view);
  }
  return static_cast<unsigned>(labeller_.index_of(*view.trace, node.thread));
}

unsigned Dpor::choose_value(const runtime::DecisionView& view, OpKind, unsigned options) {
  const std::uint32_t step = view.step - 1;  // the one being performed
  learn(*view.trace, step);
  if (derailed_) {
    return 0;
  }
  if (step == depth_) {  // there was no choice of a thread
    add_forced_node(step, labeller_.thread_of(*view.trace, view.trace->steps[step].thread));
    if (derailed_) {
      return 0;
    }
  }
  if (value_step_ != step) {
    value_step_ = step;
    value_calls_ = 0;
  }
  std::vector<Value>& values = path_[step].values;
  const std::size_t call = value_calls_++;
  if (call == values.size()) {
    values.push_back({static_cast<std::uint8_t>(options), 0});
  }
  return std::min<unsigned>(values[call].taken, options - 1);
}

// What the run must leave out so that `second` can come before `first`: all that follows `first`,
// and, for a writer's lock, every section of a reader that would still be open then.
std::vector<std::uint32_t> Dpor::left_out_for(const Race& race) const {
  std::vector<std::uint32_t> heads = {race.first};
  const Event& second = order_[race.second];
  if (second.kind != OpKind::rwlock_write_lock) {
    return heads;
  }
  while (true) {
    std::vector<std::uint32_t> open;  // acquisitions kept, whose release is not
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
      const Event& e = order_[i];
      if (i == race.second || e.thread == second.thread || follows(heads, i) ||
          e.blocking == Blocking::none || e.held().place != second.held().place) {
        continue;
      }
      if (e.blocking == Blocking::releases) {
        std::erase_if(open, [&](std::uint32_t a) { return order_[a].thread == e.thread; });
      } else {
        open.push_back(i);
      }
    }
    if (open.empty()) {
      return heads;
    }
    heads.insert(heads.end(), open.begin(), open.end());
  }
}

bool Dpor::follows(const std::vector<std::uint32_t>& heads, std::uint32_t i) const {
  return std::ranges::any_of(heads, [&](std::uint32_t h) { return h <= i && order_.before(h, i); });
}

// Plans a run in which the second event comes before the first.
void Dpor::reverse(const Race& race) {
  const auto heads = left_out_for(race);
  const std::uint32_t from = *std::ranges::min_element(heads);
  Continuation v;
  for (std::uint32_t i = from + 1; i < order_.size(); ++i) {
    if (i != race.second && !follows(heads, i)) {
      v.push_back({order_[i], true});
    }
  }
  v.push_back({with_any_outcome(order_[race.second]), false});
  Node& node = path_[from];
  if (std::ranges::none_of(node.asleep, [&v](const Event& e) { return weakly_initial(e, v); })) {
    insert(node.todo, std::move(v));
  }
}

bool Dpor::end_run(const runtime::RunTrace& trace, const runtime::Outcome&) {
  learn(trace, static_cast<std::uint32_t>(trace.steps.size()));
  if (derailed_) {
    order_.races().clear();
    ++blocked_;
    return false;
  }
  for (unsigned i = 1; i < trace.threads.size(); ++i) {
    const auto latest = order_.latest_of(labeller_.thread_of(trace, i));
    lost_ |= trace.threads[i].client < 0 &&
             (latest == 0 || order_[latest - 1].kind != OpKind::thread_end);
  }
  for (const Race& race : order_.races()) {
    reverse(race);
  }
  order_.races().clear();
  return true;
}

}  // namespace oncelab::schedule
