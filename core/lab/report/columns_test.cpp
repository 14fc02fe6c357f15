// Golden: a hand-made counterexample as people see it.
#include <oncelab/core/lab/report/columns.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace oncelab::report {
namespace {

using history::Timestamp;
using history::Value;
using runtime::OpKind;

DescribedStep step(std::uint32_t thread, OpKind kind, std::uint32_t object, std::string at,
                   unsigned flags = 0) {
  DescribedStep s;
  s.thread = thread;
  s.kind = kind;
  s.object = object;
  s.at = std::move(at);
  s.flags = static_cast<std::uint16_t>(flags);
  return s;
}

std::vector<runtime::ThreadInfo> two_clients() {
  std::vector<runtime::ThreadInfo> threads(3);
  threads[1].client = 0;
  threads[2].client = 1;
  return threads;
}

Counterexample race_of_two() {
  static history::History h;
  h.clear();
  const auto deliver = h.intern("deliver");
  const auto effect = h.intern("effect");
  const Value m1 = Value::symbol(h.intern("m1"));
  const Value delivered = Value::symbol(h.intern("delivered"));
  const auto a = h.call(ClientId{0}, deliver, m1, Value::nil(), Timestamp{0});
  h.effect(ClientId{0}, effect, m1, Timestamp{2});
  const auto b = h.call(ClientId{1}, deliver, m1, Value::nil(), Timestamp{2});
  h.effect(ClientId{1}, effect, m1, Timestamp{4});
  h.returned(b, history::Outcome::ok, delivered, Timestamp{5});
  h.returned(a, history::Outcome::ok, delivered, Timestamp{6});

  Counterexample c;
  c.title = "inbox, variant naive: 2 clients x 1 operation, 1 preemption";
  c.threads = two_clients();
  c.steps = {
      step(1, OpKind::mutex_lock, 1, "store.cpp:10", runtime::step_first_of_operation),
      step(1, OpKind::mutex_unlock, 1, "store.cpp:12"),
      step(2, OpKind::mutex_lock, 1, "store.cpp:10", runtime::step_preemption),
      step(2, OpKind::atomic_load, 2, ""),
      step(2, OpKind::mutex_unlock, 1, "store.cpp:12", runtime::step_last_of_operation),
      step(1, OpKind::mutex_lock, 1, "store.cpp:20", runtime::step_last_of_operation),
      step(0, OpKind::wait_for_clients, 0, ""),
  };
  c.history = &h;
  c.failure = {"linearizability", "no order explains the answers"};
  c.explanation = "message m1 was handled twice\n";
  c.replay_command = "oncelab replay oncelab-cases/0123456789abcdef.json";
  return c;
}

TEST(Columns, golden_of_a_crash_a_fault_and_a_clock_step) {
  history::History h;
  const auto charge = h.intern("charge");
  const auto effect = h.intern("effect");
  const Value r1 = Value::symbol(h.intern("r1"));
  (void)h.call(ClientId{0}, charge, r1, Value::nil(), Timestamp{0});
  h.effect(ClientId{0}, effect, r1, Timestamp{2});
  h.crash(history::ProcessId{1}, Timestamp{2});
  h.restart(history::ProcessId{1}, Timestamp{3});
  (void)h.call(ClientId{0}, charge, r1, Value::nil(), Timestamp{4});
  h.effect(ClientId{0}, effect, r1, Timestamp{8});
  Counterexample c;
  c.title = "retry: 1 client x 1 operation, 0 preemptions, 1 crash, 2 clock steps, 1 fault";
  c.threads.resize(5);
  c.threads[1].client = 0;
  c.threads[2].role = runtime::ThreadRole::world;
  c.threads[2].of = 1;
  c.threads[3].role = runtime::ThreadRole::recovery;
  c.threads[3].process = 1;
  c.threads[4].client = 0;
  c.steps = {
      step(1, OpKind::call, 0, "", runtime::step_first_of_operation),
      step(1, OpKind::effect, 1, ""),
      step(2, OpKind::crash, 2, ""),
      step(3, OpKind::restart, 2, ""),
      step(4, OpKind::call, 0, "", runtime::step_first_of_operation),
      step(2, OpKind::clock_step, 3, ""),
      step(2, OpKind::clock_step, 3, ""),
      step(4, OpKind::effect, 1, ""),
      step(4, OpKind::return_, 0, "", runtime::step_last_of_operation),
      step(0, OpKind::wait_for_clients, 0, ""),
  };
  c.steps[2].process = 1;
  c.steps[2].losses = {.kept = 3, .lost = 2, .torn = 1};
  c.steps[5].moved_ns = 60'001'000'000;
  c.steps[6].moved_ns = 1'500;
  c.steps[8].fault = runtime::FaultKind::answer_lost;
  c.history = &h;
  c.failure = {"one effect per request", "request r1 had its effect 2 times"};
  EXPECT_EQ(columns(c),
            R"(retry: 1 client x 1 operation, 0 preemptions, 1 crash, 2 clock steps, 1 fault

  step  client 0                    recovery            at
        call charge r1
     0  call
     1  effect object #1
        effect r1
     2  == process 1 crashes; of what was not synced: 3 kept, 2 lost, 1 torn ==
     3                              restart process #1
        call charge r1
     4  call
     5  == the clock goes on by 60001 ms ==
     6  == the clock goes on by 1500 ns, 60001001500 ns in all ==
     7  effect object #1
        effect r1
     8  return: the answer is lost

one effect per request: request r1 had its effect 2 times
)");
}

TEST(Columns, golden) {
  EXPECT_EQ(columns(race_of_two()),
            R"(inbox, variant naive: 2 clients x 1 operation, 1 preemption

  step  client 0              client 1          at
        call deliver m1
     0  lock mutex #1                           store.cpp:10
|    1  unlock mutex #1                         store.cpp:12
|       effect m1
|       -- preempted here --
|                             call deliver m1
|    2                        lock mutex #1     store.cpp:10
|    3                        load atomic #1
|                             effect m1
|    4                        unlock mutex #1   store.cpp:12
|                             return delivered
|    5  lock mutex #1                           store.cpp:20
        return delivered

| critical window: client 0 was preempted after step 1 and went on with step 5

linearizability: no order explains the answers

message m1 was handled twice

replay: oncelab replay oncelab-cases/0123456789abcdef.json
)");
}

TEST(Columns, other_threads_have_columns_after_the_clients) {
  Counterexample c;
  c.title = "t";
  c.threads = two_clients();
  c.threads.emplace_back();
  c.steps = {step(3, OpKind::thread_start, 0, ""), step(0, OpKind::step, 0, ""),
             step(2, OpKind::step, 0, ""), step(1, OpKind::thread_join, 0, "a.cpp:1")};
  c.steps[3].joins = 3;
  c.failure = {"deadlock", "all wait"};
  EXPECT_EQ(columns(c),
            R"(t

  step  client 0       client 1  main  thread 3      at
     0                                 thread start
     1                           step
     2                 step
     3  join thread 3                                a.cpp:1

deadlock: all wait
)");
}

TEST(Columns, a_thread_that_does_not_go_on_has_a_window_to_the_end) {
  Counterexample c = race_of_two();
  c.steps.resize(5);
  const auto windows = critical_windows(c.steps);
  ASSERT_EQ(windows.size(), 1U);
  EXPECT_EQ(windows[0].first, 1U);
  EXPECT_EQ(windows[0].last, 4U);
  EXPECT_FALSE(windows[0].resumed);
  EXPECT_NE(columns(c).find("did not go on"), std::string::npos);
}

TEST(Columns, whatever_the_texts_are_the_output_is_printable_and_has_no_trailing_blanks) {
  history::History h;
  const auto f = h.intern("x\n\x1b[31m");
  h.call(ClientId{7}, f, Value::symbol(h.intern(std::string(500, 'k'))), Value::nil(),
         Timestamp{99});
  Counterexample c = race_of_two();
  c.history = &h;
  c.failure.text = "two\nlines\x01";
  c.steps[0].object = 77;  // out of order: has no name
  const std::string text = columns(c);
  EXPECT_TRUE(
      std::ranges::all_of(text, [](char x) { return x == '\n' || (x >= ' ' && x <= '~'); }));
  EXPECT_EQ(text.find(" \n"), std::string::npos);
}

TEST(Columns, nothing_to_show_is_still_a_text) {
  Counterexample c;
  c.title = "empty";
  c.failure = {"p", "q"};
  EXPECT_EQ(columns(c), "empty\n\n  step    at\n\np: q\n");
}

TEST(Columns, a_repeated_request_and_a_clean_up_are_called_so) {
  std::vector<runtime::ThreadInfo> threads(5);
  threads[1].client = 7;
  threads[2] = {.parent = 1, .client = 8, .role = runtime::ThreadRole::repeat};
  threads[3] = {.parent = 1, .client = 9, .role = runtime::ThreadRole::clean_up};
  threads[4] = {.parent = 4, .client = 8, .role = runtime::ThreadRole::repeat};  // from a file
  EXPECT_EQ(thread_label(threads, 1), "client 7");
  EXPECT_EQ(thread_label(threads, 2), "client 7 again");
  EXPECT_EQ(thread_label(threads, 3), "clean-up");
  EXPECT_EQ(thread_label(threads, 4), "again");
}

TEST(StepText, says_how_a_step_ended) {
  const std::vector<DescribedStep> steps = {
      step(1, OpKind::mutex_try_lock, 1, "", runtime::step_failed),
      step(1, OpKind::condition_wait, 2, ""),
      step(1, OpKind::condition_block, 2, "", runtime::step_timeout),
      step(1, OpKind::futex_block, 3, "", runtime::step_spurious),
  };
  auto with_second = steps;
  with_second[1].second = 1;
  const ObjectNames names(with_second);
  EXPECT_EQ(step_text(with_second[0], names, {}), "try_lock mutex #1 (failed)");
  EXPECT_EQ(step_text(with_second[1], names, {}), "wait condition #1 (mutex #1)");
  EXPECT_EQ(step_text(with_second[2], names, {}), "waiting condition #1 (timed out)");
  EXPECT_EQ(step_text(with_second[3], names, {}), "atomic waiting atomic #1 (spuriously)");
}

}  // namespace
}  // namespace oncelab::report
