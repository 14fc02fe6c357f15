// What pos and urw draw, on views of a run that is made up.
#include <gtest/gtest.h>

#include <array>

#include <oncelab/core/lab/schedule/pos.hpp>
#include <oncelab/core/lab/schedule/urw.hpp>

namespace oncelab::schedule {
namespace {

// Thread 0 is the main one.
class MadeUp {
 public:
  MadeUp() {
    pending_ = {};
    for (unsigned t = 0; t < 3; ++t) {
      add_thread(t == 0 ? -1 : 0);
    }
  }
  void add_thread(int parent) {
    runtime::ThreadInfo t;
    t.parent = static_cast<std::int16_t>(parent);
    t.identity = trace_.threads.size() + 1;
    trace_.threads.push_back(t);
  }
  void step(unsigned thread, runtime::OpKind kind, std::uint32_t object) {
    runtime::Step s;
    s.thread = static_cast<std::uint8_t>(thread);
    s.kind = kind;
    s.object = object;
    trace_.steps.push_back(s);
  }
  void set_pending(unsigned thread, runtime::OpKind kind, std::uint32_t object) {
    pending_[thread] = {};
    pending_[thread].kind = kind;
    pending_[thread].object = object;
  }
  unsigned choose(Sampler& sampler, std::uint64_t options) {
    runtime::DecisionView view;
    view.pending = [](unsigned t) -> const runtime::PendingOp& { return pending_[t]; };
    view.threads = static_cast<unsigned>(trace_.threads.size());
    view.options = options;
    view.step = static_cast<std::uint32_t>(trace_.steps.size());
    view.trace = &trace_;
    return sampler.choose_thread(view);
  }

 private:
  static inline std::array<runtime::PendingOp, 8> pending_;
  runtime::RunTrace trace_;
};

constexpr std::uint64_t one_or_two = 0b110;

// How often a step of the main thread changes which of threads 1 and 2 comes first.
unsigned changes(runtime::OpKind made, runtime::OpKind pending, std::uint32_t object) {
  Pos pos(Seed{1});
  unsigned n = 0;
  for (std::uint64_t number = 0; number < 300; ++number) {
    MadeUp run;
    run.set_pending(1, pending, 7);
    run.set_pending(2, runtime::OpKind::mutex_lock, 9);
    pos.begin_schedule(number, {});
    const unsigned before = run.choose(pos, one_or_two);
    run.step(0, made, object);
    run.step(0, runtime::OpKind::atomic_load, 3);  // another, without a choice
    n += run.choose(pos, one_or_two) != before ? 1U : 0U;
  }
  return n;
}

TEST(Pos, draws_again_for_operations_that_conflict_with_a_step) {
  using runtime::OpKind;
  const auto about_a_third = [](unsigned n) { return n > 70 && n < 130; };
  EXPECT_TRUE(about_a_third(changes(OpKind::atomic_store, OpKind::atomic_load, 7)));
  EXPECT_TRUE(about_a_third(changes(OpKind::mutex_unlock, OpKind::mutex_lock, 7)));
  EXPECT_TRUE(about_a_third(changes(OpKind::atomic_load, OpKind::atomic_rmw, 7)));
  EXPECT_EQ(changes(OpKind::atomic_load, OpKind::atomic_load, 7), 0U);
  EXPECT_EQ(changes(OpKind::rwlock_read_lock, OpKind::rwlock_read_lock, 7), 0U);
  EXPECT_EQ(changes(OpKind::atomic_store, OpKind::atomic_load, 8), 0U);
  EXPECT_EQ(changes(OpKind::clock_read, OpKind::clock_read, 0), 0U);
}

TEST(Pos, a_thread_that_made_a_step_is_drawn_for_again) {
  Pos pos(Seed{1});
  unsigned again = 0;
  for (std::uint64_t number = 0; number < 300; ++number) {
    MadeUp run;
    pos.begin_schedule(number, {});
    const unsigned first = run.choose(pos, one_or_two);
    run.step(first, runtime::OpKind::clock_read, 0);
    again += run.choose(pos, one_or_two) == first ? 1U : 0U;
  }
  EXPECT_GT(again, 170U);  // 2/3: the other one's priority is the lower of two
  EXPECT_LT(again, 230U);
}

unsigned ones(UniformWalk& urw, const Estimates& estimates, MadeUp& run, std::uint64_t options) {
  unsigned n = 0;
  for (std::uint64_t number = 0; number < 1200; ++number) {
    urw.begin_schedule(number, estimates);
    n += run.choose(urw, options) == 1 ? 1U : 0U;
  }
  return n;
}

TEST(UniformWalk, children_count_for_their_parent_until_they_exist) {
  UniformWalk urw(Seed{1});
  Estimates estimates;  // identities are numbers + 1: thread 1 creates thread 3
  Tally round;
  round.longest = 15;
  round.threads = {{1, 0, 2, 1}, {2, 1, 2, 1}, {3, 1, 3, 1}, {4, 2, 7, 1}};
  estimates.learn(round);
  MadeUp run;
  const auto near = [](unsigned n, unsigned wanted) { return n > wanted - 60 && n < wanted + 60; };
  EXPECT_TRUE(near(ones(urw, estimates, run, 0b0110), 900));  // 2 + 7 against 3
  run.step(1, runtime::OpKind::clock_read, 0);
  run.add_thread(1);
  EXPECT_TRUE(near(ones(urw, estimates, run, 0b1010), 150));  // 1 against 7
  EXPECT_TRUE(near(ones(urw, estimates, run, 0b0110), 300));  // 1 against 3
  for (int i = 0; i < 9; ++i) {
    run.step(1, runtime::OpKind::clock_read, 0);  // longer than expected
  }
  EXPECT_TRUE(near(ones(urw, estimates, run, 0b0110), 300));
}

}  // namespace
}  // namespace oncelab::schedule
