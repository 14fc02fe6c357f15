#include <oncelab/core/lab/schedule/observed_run.hpp>

#include <bit>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::schedule {

using runtime::OpKind;

ObservedRun::ObservedRun(const Options& options)
    : symmetry_(options.symmetry),
      spurious_(options.spurious),
      crashes_max_(options.crashes_max),
      clock_steps_max_(options.clock_steps_max) {
  labeller_.watch_world(crashes_max_ != 0, clock_steps_max_ != 0);
  if (options.words) {
    labeller_.compare_words();
  }
}

void ObservedRun::begin(const scenario::Experiment& experiment) {
  labeller_.set_partition([&experiment](ClientId client, std::uint32_t operation) {
    return experiment.partition(client, operation);
  });
  alike_before_.assign(symmetry_ ? experiment.clients() : 0, -1);
  for (unsigned c = 0; c < alike_before_.size(); ++c) {
    for (unsigned before = 0; before < c; ++before) {
      if (experiment.alike(ClientId{before}, ClientId{c})) {
        alike_before_[c] = static_cast<int>(before);
      }
    }
  }
}

std::string ObservedRun::assumed() const {
  std::string alike;
  for (std::size_t c = 0; c < alike_before_.size(); ++c) {
    if (alike_before_[c] >= 0) {
      alike += (alike.empty() ? "" : ", ") + std::to_string(c) + " with " +
               std::to_string(alike_before_[c]);
    }
  }
  return alike.empty() ? alike
                       : "clients with the same program are interchangeable (" + alike + ")";
}

std::uint64_t ObservedRun::unprompted(const runtime::DecisionView& view) {
  std::uint64_t found = view.by_timeout | view.by_spurious;
  for (std::uint64_t rest = view.options & ~found; rest != 0; rest &= rest - 1) {
    const auto index = static_cast<unsigned>(std::countr_zero(rest));
    const runtime::PendingOp& pending = view.pending(index);
    if (pending.timed &&
        (pending.kind == OpKind::condition_block || pending.kind == OpKind::futex_block)) {
      found |= std::uint64_t{1} << index;
    }
  }
  return found;
}

std::uint64_t ObservedRun::not_yet(const runtime::RunTrace& trace, std::uint64_t indices) {
  std::uint64_t held = 0;
  if (alike_before_.empty()) {
    return held;
  }
  for (; indices != 0; indices &= indices - 1) {
    const auto index = static_cast<unsigned>(std::countr_zero(indices));
    if (const int before = index_alike_before(trace, index);
        before >= 0 && latest_of(trace, static_cast<unsigned>(before)) == 0) {
      held |= std::uint64_t{1} << index;
    }
  }
  return held;
}

int ObservedRun::index_alike_before(const runtime::RunTrace& trace, unsigned index) const {
  const int client = trace.threads[index].client;
  if (client < 0 || alike_before_.empty() || alike_before_[static_cast<unsigned>(client)] < 0) {
    return -1;
  }
  for (unsigned i = 0; i < trace.threads.size(); ++i) {
    if (trace.threads[i].client == alike_before_[static_cast<unsigned>(client)]) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

void ObservedRun::begin_run(std::uint32_t steps) {
  labeller_.begin_run();
  order_.truncate(steps);
  fresh_ = steps;
}

Causes ObservedRun::causes_of(const runtime::RunTrace& trace, std::uint32_t step) {
  const runtime::Step& s = trace.steps[step];
  Causes causes;
  const std::uint32_t created = trace.threads[s.thread].created_after;
  if (latest_of(trace, s.thread) == 0) {  // its first step
    if (created != 0) {
      causes.after.push_back(created - 1);
    }
    if (const int alike = index_alike_before(trace, s.thread); alike >= 0) {
      causes.after.push_back(first_of(thread_of(trace, static_cast<unsigned>(alike))));
    }
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
      const runtime::ThreadInfo& t = trace.threads[i];
      if (t.client >= 0 || t.role == runtime::ThreadRole::recovery) {
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

// When nothing can happen any more: the main thread goes on after the clients.
std::uint32_t ObservedRun::clients_end(const runtime::RunTrace& trace) const {
  for (std::uint32_t i = order_.size(); i-- > 0;) {
    if (trace.steps[i].kind == OpKind::wait_for_clients) {
      return i;
    }
  }
  return order_.size();
}

void ObservedRun::for_each_happening(const runtime::RunTrace& trace,
                                     const std::function<void(const std::vector<Race>&)>& use) {
  if (crashes_max_ == 0 && clock_steps_max_ == 0) {
    return;
  }
  std::uint32_t crashes = 0;
  std::uint32_t clock_steps = 0;
  for (const runtime::Step& s : trace.steps) {
    crashes += s.kind == OpKind::crash ? 1U : 0U;
    clock_steps += s.kind == OpKind::clock_step ? 1U : 0U;
  }
  const std::uint8_t main = thread_of(trace, 0);
  const std::uint32_t end = clients_end(trace);
  std::vector<Race> races;
  for (unsigned i = 0; i < trace.threads.size(); ++i) {
    const runtime::ThreadInfo& t = trace.threads[i];
    if (t.role != runtime::ThreadRole::world ||
        (t.of != 0 ? crashes >= crashes_max_ : clock_steps >= clock_steps_max_)) {
      continue;
    }
    const std::uint32_t size = order_.size();
    const Event event = labeller_.happening(trace, i);
    order_.push(event, {});
    races.clear();
    order_.races_of_last(
        end,
        [&](const Event& e) {
          // A process that has done all it had to do does not crash: of what depends on a crash,
          // only the process's own last steps are followed by too late a one. Before the clients
          // and after them, on the main thread, nothing can happen.
          return event.kind == OpKind::crash
                     ? e.accesses[3].use != 0 && e.accesses[3].place == event.accesses[3].place
                     : e.thread != main && dependent(e, event);
        },
        races);
    use(races);
    order_.truncate(size);
  }
}

std::uint32_t ObservedRun::first_of(std::uint8_t thread) const {
  std::uint32_t i = 0;
  while (order_[i].thread != thread) {
    ++i;
  }
  return i;
}

const Event& ObservedRun::learn(const runtime::RunTrace& trace, std::uint32_t values) {
  const std::uint32_t step = order_.size();
  Event event = labeller_.event_of(trace, step);
  event.values = values;
  order_.push(event, causes_of(trace, step));
  return order_[step];
}

bool ObservedRun::all_ended(const runtime::RunTrace& trace) {
  for (unsigned i = 1; i < trace.threads.size(); ++i) {
    const runtime::ThreadInfo& t = trace.threads[i];
    const std::uint32_t latest = order_.latest_of(thread_of(trace, i));
    if (t.client < 0 && t.role == runtime::ThreadRole::program && !t.crashed &&
        (latest == 0 || order_[latest - 1].kind != OpKind::thread_end)) {
      return false;
    }
  }
  return true;
}

std::uint64_t ObservedRun::threads_of(const runtime::RunTrace& trace, std::uint64_t indices) {
  std::uint64_t threads = 0;
  for (; indices != 0; indices &= indices - 1) {
    threads |=
        std::uint64_t{1} << thread_of(trace, static_cast<unsigned>(std::countr_zero(indices)));
  }
  return threads;
}

}  // namespace oncelab::schedule
