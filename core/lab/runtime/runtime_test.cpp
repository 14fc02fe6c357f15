// Unmodified programs over the primitives of std, under random schedules: which outcomes occur.
#include <oncelab/core/lab/runtime/runtime.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/runtime/runtime_zoo.hpp>

namespace oncelab::zoo {

const char* outside() {
  static std::vector<std::unique_ptr<char[]>> blocks;  // kept: no address comes twice
  return blocks.emplace_back(std::make_unique<char[]>(outside_bytes)).get();
}

}  // namespace oncelab::zoo

namespace oncelab::runtime {
namespace {

class RandomChooser : public Chooser {
 public:
  explicit RandomChooser(std::uint64_t seed) : prng_(Seed{seed}) {}
  unsigned choose_thread(const DecisionView& view) override {
    for (unsigned t = 0; t < view.threads;
         ++t) {  // the table says what each of them is about to do
      if ((view.options >> t & 1U) != 0) {
        EXPECT_NE(view.pending(t).kind, OpKind::none);
      }
    }
    auto k = prng_.below(static_cast<std::uint64_t>(std::popcount(view.options)));
    std::uint64_t options = view.options;
    while (k-- > 0) {
      options &= options - 1;
    }
    return static_cast<unsigned>(std::countr_zero(options));
  }
  unsigned choose_value(const DecisionView&, OpKind, unsigned options) override {
    return static_cast<unsigned>(prng_.below(options));
  }

 private:
  Prng prng_;
};

const zoo::Program* find(std::string_view name) {
  for (const auto group : {zoo::locks(), zoo::waits(), zoo::state()}) {
    for (const zoo::Program& p : group) {
      if (name == p.name) {
        return &p;
      }
    }
  }
  ADD_FAILURE() << "no program " << name;
  std::abort();
}

class ProgramSubject : public Subject {
 public:
  explicit ProgramSubject(std::string_view name) : program_(find(name)) {}
  [[nodiscard]] unsigned clients() const override { return 1; }
  void set_up() override { result = -1; }
  void client(ClientId) override { result = program_->run(); }
  void finish() override {}
  void on_call(ClientId, std::uint32_t, std::uint32_t) override {}
  int result = -1;

 private:
  const zoo::Program* program_;
};

struct Seen {
  std::set<int> results;
  std::map<OutcomeKind, std::string> outcomes;
  RunTrace last_trace;
};

Seen explore(const char* name, const RunOptions& options = {}, unsigned runs = 300) {
  Seen seen;
  ProgramSubject subject(name);
  for (unsigned i = 0; i < runs; ++i) {
    RandomChooser once(i);
    RunTrace first;
    const Outcome a = run(subject, once, options, first);
    RandomChooser twice(i);
    const Outcome b = run(subject, twice, options, seen.last_trace);
    EXPECT_EQ(a.kind, b.kind) << name;
    EXPECT_EQ(a.text, b.text) << name;
    EXPECT_EQ(determinism_hash(first), determinism_hash(seen.last_trace)) << name << " run " << i;
    seen.outcomes.emplace(b.kind, b.text);
    if (b.kind == OutcomeKind::finished) {
      seen.results.insert(subject.result);
    }
  }
  return seen;
}

struct Expected {
  const char* name;
  std::set<int> results;
  std::set<OutcomeKind> outcomes;
};

class Zoo : public testing::TestWithParam<Expected> {};

TEST_P(Zoo, shows_exactly_these_outcomes) {
  const Seen seen = explore(GetParam().name);
  EXPECT_EQ(seen.results, GetParam().results);
  std::set<OutcomeKind> kinds;
  for (const auto& [kind, text] : seen.outcomes) {
    kinds.insert(kind);
    EXPECT_EQ(kind == OutcomeKind::finished, text.empty()) << text;
  }
  EXPECT_EQ(kinds, GetParam().outcomes);
}

using enum OutcomeKind;

INSTANTIATE_TEST_SUITE_P(
    Programs, Zoo,
    testing::Values(
        Expected{"mutex_counter", {1}, {finished}}, Expected{"unlocked_counter", {}, {data_race}},
        Expected{"atomic_counter_torn", {1, 2}, {finished}},
        Expected{"lock_order_deadlock", {1}, {finished, deadlock}},
        Expected{"condition_handover", {1}, {finished}},
        Expected{"lost_wakeup", {1}, {finished, deadlock}},
        Expected{"condition_timed", {1}, {finished}},
        Expected{"notify_one_chooses", {1, 2}, {finished}},
        Expected{"shared_mutex_readers", {1}, {finished}},
        Expected{"call_once_twice", {1}, {finished}}, Expected{"local_static", {1}, {finished}},
        Expected{"statics_are_restored", {1}, {finished}},
        Expected{"thread_locals", {1}, {finished}},
        Expected{"exceptions_across_switches", {1}, {finished}},
        Expected{"exception_leaves_thread", {}, {uncaught_exception}},
        Expected{"noexcept_terminates", {}, {terminated}}, Expected{"sleeping", {1}, {finished}},
        Expected{"spin_flag", {1}, {finished}}, Expected{"bounded_retry", {1, 2}, {finished}},
        Expected{"static_string", {1}, {finished}},
        Expected{"exceptions_on_two_threads", {1}, {finished}},
        Expected{"leaves_by_exit", {}, {terminated}},
        Expected{"spin_on_two_flags", {1}, {finished}}, Expected{"shared_pointer", {1}, {finished}},
        Expected{"recursive", {1}, {finished}}, Expected{"try_locks", {1, 2}, {finished}},
        Expected{"timed_mutex", {1, 2}, {finished}}, Expected{"condition_any", {1}, {finished}},
        Expected{"atomic_wait", {1}, {finished}}, Expected{"release_acquire", {1}, {finished}},
        Expected{"relaxed_publication", {1}, {finished, data_race}},
        Expected{"random_numbers", {1}, {finished}}, Expected{"foreign_unlock", {}, {misuse}}),
    [](const auto& chosen) { return std::string(chosen.param.name); });

TEST(Runtime, timeout_fires_early_only_within_its_bound) {
  RunOptions options;
  options.timeouts_max = 1;
  EXPECT_EQ(explore("condition_timed", options).results, (std::set<int>{1, 2}));
}

TEST(Runtime, spurious_wakeups_and_failures_stay_within_their_bound) {
  RunOptions options;
  options.spurious_max = 2;
  EXPECT_EQ(explore("condition_handover", options).results, (std::set<int>{1}));
  EXPECT_EQ(explore("try_locks", options).results, (std::set<int>{1, 2}));
}

TEST(Runtime, plain_accesses_as_steps_still_report_the_race) {
  RunOptions options;
  options.plain_accesses_are_steps = true;
  const Seen seen = explore("unlocked_counter", options);
  EXPECT_TRUE(seen.outcomes.contains(data_race));
}

TEST(Runtime, a_race_is_explained_with_both_stacks) {
  RunOptions options;
  options.explain = true;
  ProgramSubject subject("unlocked_counter");
  RandomChooser chooser(1);
  RunTrace trace;
  const Outcome o = run(subject, chooser, options, trace);
  ASSERT_EQ(o.kind, data_race);
  EXPECT_GE(o.race.first.stack.size(), 1U);
  EXPECT_GE(o.race.second.stack.size(), 1U);
  EXPECT_NE(o.race.first.thread, o.race.second.thread);
  EXPECT_EQ(step_stacks().size(), trace.steps.size());
}

TEST(Runtime, a_race_inside_memcpy_is_seen) {
  EXPECT_TRUE(explore("string_copy_race").outcomes.contains(data_race));
}

// Freeing the records of earlier runs met the half-built table of records.
TEST(Runtime, much_memory_that_is_not_the_programs_own_is_watched_run_after_run) {
  ProgramSubject subject("reads_outside");
  for (unsigned i = 0; i < 20; ++i) {
    RandomChooser chooser(i);
    RunTrace trace;
    EXPECT_EQ(run(subject, chooser, {}, trace).kind, finished);
    EXPECT_EQ(subject.result, 1);
  }
}

TEST(Runtime, step_limit_ends_a_run) {
  RunOptions options;
  options.steps_max = 5;
  EXPECT_EQ(explore("mutex_counter", options, 1).outcomes.begin()->first, step_limit);
}

#if !defined(ONCELAB_ASAN)
TEST(Runtime, memory_errors_end_the_run_not_the_process) {
  EXPECT_EQ(explore("use_after_free", {}, 3).outcomes.begin()->first, memory_error);
  EXPECT_EQ(explore("null_pointer", {}, 3).outcomes.begin()->first, signal);
  EXPECT_EQ(explore("deep_recursion", {}, 3).outcomes.begin()->first, stack_overflow);
  EXPECT_EQ(explore("mutex_counter", {}, 3).outcomes.begin()->first, finished);
}
#endif

TEST(Runtime, weaker_orders_are_counted_with_their_places) {
  const auto before = weaker_accesses().size();
  (void)explore("relaxed_publication", {}, 20);
  EXPECT_FALSE(weaker_accesses().empty());
  EXPECT_GE(weaker_accesses().size(), before);
}

TEST(Runtime, a_waiting_loop_is_reported_as_assuming_fairness) {
  ProgramSubject subject("spin_flag");
  bool assumed = false;
  for (unsigned i = 0; i < 50; ++i) {
    RandomChooser chooser(i);
    RunTrace trace;
    assumed |= run(subject, chooser, {}, trace).assumed_fairness;
  }
  EXPECT_TRUE(assumed);
}

}  // namespace
}  // namespace oncelab::runtime
