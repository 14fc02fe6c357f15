// Crashes, clock steps and faults at every step where they may happen.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <functional>
#include <set>
#include <vector>

#include <oncelab/core/lab/runtime/crash_zoo.hpp>
#include <oncelab/core/lab/runtime/runtime.hpp>

namespace oncelab::runtime {
namespace {

constexpr std::array ways = {FaultKind::no_space, FaultKind::sync_error};
constexpr std::array<std::uint64_t, 1> hour_ns = {3'600'000'000'000};

/// The lowest-numbered thread goes on, and what happens to the world does so before given steps.
class HappensAt final : public Chooser {
 public:
  explicit HappensAt(std::vector<std::uint32_t> steps) : steps_(std::move(steps)) {}
  unsigned choose_thread(const DecisionView& view) override {
    if (view.by_world != 0 && next_ < steps_.size() && view.step >= steps_[next_]) {
      ++next_;
      return static_cast<unsigned>(std::countr_zero(view.by_world));
    }
    const std::uint64_t program = view.options & ~view.by_world;
    return view.current_can_go_on ? static_cast<unsigned>(view.current)
                                  : static_cast<unsigned>(std::countr_zero(program));
  }
  unsigned choose_value(const DecisionView& view, OpKind, unsigned options) override {
    asked.insert(view.fault_site);
    return options - 1;
  }
  std::set<std::uint64_t> asked;

 private:
  std::vector<std::uint32_t> steps_;
  std::size_t next_ = 0;
};

class World final : public Subject {
 public:
  using Body = std::function<void(World&)>;
  World(unsigned clients, Body body) : clients_(clients), body_(std::move(body)) {}

  [[nodiscard]] unsigned clients() const override { return clients_; }
  [[nodiscard]] unsigned processes() const override { return 1; }
  [[nodiscard]] unsigned process_of(ClientId) const override { return 1; }
  [[nodiscard]] std::span<const std::uint64_t> clock_steps_ns() const override { return hour_ns; }
  void set_up() override {
    outside = {};
    crashes = restarts = recovered = finished = 0;
    said.clear();
  }
  void client(ClientId) override {
    body_(*this);
    ++finished;
  }
  void recover(unsigned) override { ++recovered; }
  void finish() override {}
  void on_call(ClientId, std::uint32_t, std::uint32_t) override {}
  void on_crash(unsigned, std::uint32_t) override { ++crashes; }
  void on_restart(unsigned, std::uint32_t) override { ++restarts; }

  zoo::Outside outside;
  unsigned crashes = 0, restarts = 0, recovered = 0, finished = 0;
  std::vector<std::int64_t> said;  // by clocks, or about faults

 private:
  unsigned clients_;
  Body body_;
};

RunOptions bounds(std::uint32_t crashes, std::uint32_t clock_steps, std::uint32_t faults) {
  RunOptions options;
  options.crashes_max = crashes;
  options.clock_steps_max = clock_steps;
  options.faults_max = faults;
  options.detect_races = false;  // `outside` has no lock
  return options;
}

class CrashAnywhere : public testing::TestWithParam<bool> {};  // with a thread of the process's own

TEST_P(CrashAnywhere,
       at_any_step_ends_the_process_where_it_stands_and_begins_the_next_from_nothing) {
  const auto count = GetParam() ? zoo::count_on_a_thread : zoo::count_in_static_memory;
  World world(2, [&](World& w) { count(w.outside); });
  RunTrace trace;
  HappensAt never({});
  ASSERT_EQ(run(world, never, bounds(1, 0, 0), trace).kind, OutcomeKind::finished);
  EXPECT_EQ(world.outside.most_seen, 4);
  const auto steps = static_cast<std::uint32_t>(trace.steps.size());
  unsigned crashed = 0;
  for (std::uint32_t at = 0; at < steps; ++at) {
    HappensAt here({at});
    const Outcome outcome = run(world, here, bounds(1, 0, 0), trace);
    ASSERT_EQ(outcome.kind, OutcomeKind::finished)
        << "crash before step " << at << ": " << outcome.text;
    crashed += world.crashes;
    EXPECT_EQ(world.crashes, world.restarts);
    EXPECT_EQ(world.crashes, world.recovered);
    EXPECT_EQ(world.finished, 2U);
    // Whoever was not through was ended without destructors, and counts from 0 again.
    EXPECT_EQ(world.outside.destroyed, world.outside.ended);
    EXPECT_LE(world.outside.most_seen, 4);
    if (world.outside.begun == 4) {  // both had begun, neither had ended
      EXPECT_EQ(world.outside.ended, 2);
    }
    EXPECT_EQ(incarnation(1), world.crashes);
  }
  EXPECT_GE(crashed, steps - 2);  // all but those of the main thread at the end
}

INSTANTIATE_TEST_SUITE_P(Threads, CrashAnywhere, testing::Bool(), [](const auto& chosen) {
  return chosen.param ? std::string("of_its_own") : std::string("of_clients");
});

TEST(CrashBound, is_kept_and_two_crashes_may_meet_a_recovery) {
  World world(1, [](World& w) { zoo::count_in_static_memory(w.outside); });
  RunTrace trace;
  for (const std::uint32_t most : {0U, 1U, 2U}) {
    for (std::uint32_t at = 0; at < 8; ++at) {
      HappensAt twice({at, at + 1});
      RunOptions options = bounds(most, 0, 0);
      options.detect_races = true;  // the incarnations have the same addresses, and no common lock
      ASSERT_EQ(run(world, twice, options, trace).kind, OutcomeKind::finished);
      EXPECT_LE(world.crashes, most);
      EXPECT_EQ(world.finished, 1U);
    }
  }
}

TEST(CrashBound, of_0_adds_neither_threads_nor_steps) {
  World world(2, [](World& w) {
    begin_operation(0);
    zoo::count_in_static_memory(w.outside);
    end_operation();
  });
  RunTrace without;
  RunTrace with;
  HappensAt never({});
  (void)run(world, never, bounds(0, 0, 0), without);
  (void)run(world, never, bounds(1, 0, 0), with);
  EXPECT_EQ(without.threads.size(), 3U);
  EXPECT_EQ(with.threads.size(), 4U);                      // and what may happen
  EXPECT_EQ(with.steps.size(), without.steps.size() + 4);  // two calls, two returns
}

TEST(Crash, repeats_itself) {
  World world(2, [](World& w) { zoo::count_on_a_thread(w.outside); });
  for (std::uint32_t at = 0; at < 20; ++at) {
    std::set<std::uint64_t> hashes;
    for (int i = 0; i < 3; ++i) {
      RunTrace trace;
      HappensAt here({at, at + 5});
      (void)run(world, here, bounds(2, 0, 0), trace);
      hashes.insert(determinism_hash(trace));
    }
    EXPECT_EQ(hashes.size(), 1U) << at;
  }
}

TEST(ClockStep, moves_the_clock_for_everybody_and_no_further_than_it_says) {
  World world(1, [](World& w) {
    w.said.push_back(zoo::read_clock());
    w.said.push_back(zoo::read_clock());
  });
  RunTrace trace;
  for (std::uint32_t at = 0; at < 3; ++at) {
    HappensAt here({at});
    ASSERT_EQ(run(world, here, bounds(0, 1, 0), trace).kind, OutcomeKind::finished);
    const auto hour = static_cast<std::int64_t>(hour_ns[0]);
    EXPECT_EQ(world.said[1] - world.said[0], at == 1 ? hour : 0) << at;
  }
}

TEST(ClockStep, ends_a_sleep_and_is_no_early_time_out) {
  World world(2, [](World& w) {
    zoo::sleep_ns(1'000'000'000);
    w.said.push_back(zoo::read_clock());
  });
  RunTrace trace;
  for (std::uint32_t at = 0; at < 6; ++at) {
    HappensAt here({at});
    const Outcome outcome = run(world, here, bounds(0, 1, 0), trace);
    EXPECT_EQ(outcome.kind, OutcomeKind::finished) << outcome.text;
    EXPECT_EQ(world.finished, 2U);
  }
}

TEST(WhatMayHappen, saves_no_program_from_a_deadlock) {
  World world(1, [](World& w) {
    (void)w;
    zoo::lock_twice();
  });
  RunTrace trace;
  HappensAt never({});
  EXPECT_EQ(run(world, never, bounds(1, 1, 0), trace).kind, OutcomeKind::deadlock);
}

TEST(Faults, are_as_many_as_allowed_and_are_asked_for_wherever_they_could_be) {
  World world(1, [](World& w) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      w.said.push_back(fault_point(i, ways));
    }
  });
  RunTrace trace;
  for (const std::uint32_t most : {0U, 1U, 2U, 5U}) {
    HappensAt here({});
    (void)run(world, here, bounds(0, 0, most), trace);
    ASSERT_EQ(world.said.size(), 3U);
    for (std::uint32_t i = 0; i < 3; ++i) {
      EXPECT_EQ(world.said[i], i < most ? 2 : 0);
    }
    EXPECT_EQ(here.asked.size(), most == 0 ? 0U : 3U);
    EXPECT_EQ(trace.steps.size(), most == 0 ? 1U : 4U);  // and the main thread's wait
  }
}

}  // namespace
}  // namespace oncelab::runtime
