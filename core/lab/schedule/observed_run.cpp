#include <oncelab/core/lab/schedule/observed_run.hpp>

#include <bit>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::schedule {

using runtime::OpKind;

ObservedRun::ObservedRun(const Options& options) {
  order_.early_timeouts(options.early_timeouts);
  if (options.words) {
    labeller_.compare_words();
  }
}

void ObservedRun::begin(const scenario::Experiment& experiment) {
  labeller_.set_partition([&experiment](ClientId client, std::uint32_t operation) {
    return experiment.partition(client, operation);
  });
}

void ObservedRun::begin_run(std::uint32_t steps) {
  labeller_.begin_run();
  order_.truncate(steps);
}

Causes ObservedRun::causes_of(const runtime::RunTrace& trace, std::uint32_t step) {
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

const Event& ObservedRun::learn(const runtime::RunTrace& trace, std::uint32_t values) {
  const std::uint32_t step = order_.size();
  Event event = labeller_.event_of(trace, step);
  event.values = values;
  order_.push(event, causes_of(trace, step), true);
  return order_[step];
}

bool ObservedRun::all_ended(const runtime::RunTrace& trace) {
  for (unsigned i = 1; i < trace.threads.size(); ++i) {
    const std::uint32_t latest = order_.latest_of(thread_of(trace, i));
    if (trace.threads[i].client < 0 &&
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
