#include <oncelab/core/lab/schedule/classes.hpp>

#include <algorithm>
#include <vector>

namespace oncelab::schedule {

using runtime::OpKind;
using runtime::RunTrace;
using runtime::Step;

namespace {

class SmallExperiment final : public scenario::Experiment {
 public:
  SmallExperiment(const small::Program& program, const SmallOptions& options)
      : program_(program), options_(options) {}
  [[nodiscard]] unsigned clients() const override {
    return program_.clients != 0 ? program_.clients
                                 : static_cast<unsigned>(program_.threads.size());
  }
  void set_up() override { world_ = small::new_world(); }
  void client(ClientId id) override {
    const std::size_t size = program_.threads[raw(id)].size();
    if (!options_.each_instruction_an_operation) {
      small::run_thread(*world_, program_, raw(id), 0, size);
      return;
    }
    for (std::size_t i = 0; i < size; ++i) {
      runtime::begin_operation(static_cast<std::uint32_t>(i));
      small::run_thread(*world_, program_, raw(id), i, i + 1);
      runtime::end_operation();
    }
  }
  void finish() override {
    ended_ = {};
    small::read_out(*world_, ended_);
  }
  void on_call(ClientId, std::uint32_t, std::uint32_t) override {}
  [[nodiscard]] const history::History& history() const override { return history_; }
  [[nodiscard]] std::optional<scenario::Failure> judge() override { return std::nullopt; }
  [[nodiscard]] std::string explain() override { return {}; }
  [[nodiscard]] std::uint32_t partition(ClientId client, std::uint32_t) const override {
    return options_.one_partition_each ? raw(client) : 0;
  }
  [[nodiscard]] const small::Ended& ended() const { return ended_; }

 private:
  const small::Program& program_;
  const SmallOptions& options_;
  small::World* world_ = nullptr;
  small::Ended ended_;
  history::History history_;
};

enum class Family : std::uint8_t { none, atomic, mutex, shared_mutex, condition, futex, once };

Family family_of(OpKind kind) {
  switch (kind) {
    case OpKind::atomic_load:
    case OpKind::atomic_store:
    case OpKind::atomic_rmw:
      return Family::atomic;
    case OpKind::mutex_lock:
    case OpKind::mutex_try_lock:
    case OpKind::mutex_unlock:
      return Family::mutex;
    case OpKind::rwlock_read_lock:
    case OpKind::rwlock_write_lock:
    case OpKind::rwlock_try_lock:
    case OpKind::rwlock_unlock:
      return Family::shared_mutex;
    case OpKind::condition_wait:
    case OpKind::condition_signal:
    case OpKind::condition_broadcast:
      return Family::condition;
    case OpKind::futex_wait:
    case OpKind::futex_wake:
      return Family::futex;
    case OpKind::once_enter:
    case OpKind::once_leave:
      return Family::once;
    default:
      return Family::none;
  }
}

bool failed(const Step& s) { return (s.flags & runtime::step_failed) != 0; }
bool changes_variable(const Step& s) {
  return s.kind == OpKind::atomic_store || (s.kind == OpKind::atomic_rmw && !failed(s));
}
// A reader of a shared mutex coming or going.
bool reader(const Step& s) {
  return s.kind == OpKind::rwlock_read_lock ||
         ((s.kind == OpKind::rwlock_unlock || s.kind == OpKind::rwlock_try_lock) && !failed(s) &&
          s.value == 0);
}

bool same_object_order_matters(const Step& a, const Step& b) {
  const Family fa = family_of(a.kind);
  const Family fb = family_of(b.kind);
  if (fa == Family::none || fb == Family::none) {
    return false;  // also a waiter that goes on: it was taken out of the queue by its waker
  }
  if (fa == Family::futex || fb == Family::futex) {
    const Step& x = fa == Family::futex ? a : b;
    const Step& y = fa == Family::futex ? b : a;
    if (family_of(y.kind) == Family::atomic) {
      return x.kind == OpKind::futex_wait && changes_variable(y);
    }
    return !failed(x) && !failed(y);  // the queue
  }
  if (fa != fb) {
    return false;
  }
  switch (fa) {
    case Family::atomic:
      return changes_variable(a) || changes_variable(b);
    case Family::mutex:
      return !(failed(a) && failed(b));
    case Family::shared_mutex:
      return !(failed(a) && failed(b)) && !(reader(a) && reader(b));
    case Family::condition:
      return true;
    case Family::once:
      return !(a.kind == OpKind::once_enter && b.kind == OpKind::once_enter && a.value == 1 &&
               b.value == 1);
    default:
      return false;
  }
}

bool order_matters(const RunTrace& trace, const Step& a, const Step& b,
                   const scenario::Experiment& experiment) {
  if (a.thread == b.thread || ((a.flags | b.flags) & runtime::step_timeout) != 0 ||
      ((a.flags | b.flags) & runtime::step_spurious) != 0) {
    return true;
  }
  if (a.object != 0 && a.object == b.object && same_object_order_matters(a, b)) {
    return true;
  }
  // A condition's wait lets its mutex go.
  const bool a_waits = a.kind == OpKind::condition_wait;
  const bool b_waits = b.kind == OpKind::condition_wait;
  if ((a_waits && a.second == b.object && family_of(b.kind) == Family::mutex) ||
      (b_waits && b.second == a.object && family_of(a.kind) == Family::mutex) ||
      (a_waits && b_waits && a.second == b.second)) {
    return true;
  }
  if (a.operation != 0 && b.operation != 0) {
    const auto partition = [&](const Step& s) {
      return experiment.partition(
          ClientId{static_cast<std::uint32_t>(trace.threads[s.thread].client)}, s.operation - 1);
    };
    const auto first = [](const Step& s) {
      return (s.flags & runtime::step_first_of_operation) != 0;
    };
    const auto last = [](const Step& s) {
      return (s.flags & runtime::step_last_of_operation) != 0;
    };
    return ((first(a) && last(b)) || (last(a) && first(b))) && partition(a) == partition(b);
  }
  return false;
}

// The class of a run: for each step, in the order of threads, what it did and, for every other
// thread, how many of its steps that matter to it came before.
std::string class_of(const RunTrace& trace, const scenario::Experiment& experiment) {
  std::vector<std::pair<std::pair<std::uint64_t, unsigned>, std::string>> steps;
  std::vector<unsigned> counts(trace.threads.size(), 0);
  std::vector<unsigned> position;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const Step& s = trace.steps[i];
    position.push_back(counts[s.thread]++);
    std::string text = std::to_string(static_cast<int>(s.kind)) + (failed(s) ? "f" : "") + "v" +
                       std::to_string(s.choice.taken);
    std::vector<std::string> before;
    for (std::size_t j = 0; j < i; ++j) {
      const Step& earlier = trace.steps[j];
      if (earlier.thread != s.thread && order_matters(trace, earlier, s, experiment)) {
        before.push_back(std::to_string(trace.threads[earlier.thread].identity) + "." +
                         std::to_string(position[j]));
      }
    }
    std::ranges::sort(before);
    for (const std::string& b : before) {
      text += "<" + b;
    }
    steps.push_back({{trace.threads[s.thread].identity, position.back()}, text});
  }
  std::ranges::sort(steps);
  std::string all;
  for (const auto& [where, text] : steps) {
    all += std::to_string(where.first % 1000) + ":" + text + ";";
  }
  return all;
}

}  // namespace

std::set<std::string> Classes::names() const {
  std::set<std::string> names;
  for (const auto& [name, runs_of_it] : of) {
    names.insert(name);
  }
  return names;
}

std::unique_ptr<scenario::Experiment> experiment_of(const small::Program& program,
                                                    const SmallOptions& options) {
  return std::make_unique<SmallExperiment>(program, options);
}

Classes run_all(const small::Program& program, Strategy& strategy, const SmallOptions& options) {
  SmallExperiment experiment(program, options);
  Classes result;
  RunTrace trace;
  strategy.begin(experiment);
  while (result.runs < options.runs_max && strategy.begin_run()) {
    const auto outcome = runtime::run(experiment, strategy, options.run, trace);
    if (!strategy.end_run(trace, outcome)) {
      continue;
    }
    ++result.runs;
    ++result.of[class_of(trace, experiment)];
    if (outcome.kind == runtime::OutcomeKind::finished) {
      result.ends.insert(experiment.ended());
    }
    result.failed |= outcome.kind != runtime::OutcomeKind::finished;
    result.assumed_fairness |= outcome.assumed_fairness;
  }
  result.blocked = strategy.blocked();
  result.complete = strategy.complete();
  return result;
}

}  // namespace oncelab::schedule
