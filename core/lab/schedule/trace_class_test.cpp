#include <gtest/gtest.h>

#include <oncelab/core/lab/schedule/trace_class.hpp>

namespace oncelab::schedule {
namespace {

using runtime::OpKind;

struct Did {
  unsigned thread;
  OpKind kind;
  std::uint32_t object;
};

std::uint64_t class_of(const std::vector<Did>& steps) {
  runtime::RunTrace trace;
  for (unsigned i = 0; i < 3; ++i) {
    trace.threads.emplace_back().identity = 100 + i;
    trace.objects.emplace_back().identity = 200 + i;
  }
  for (const Did& d : steps) {
    runtime::Step s;
    s.thread = static_cast<std::uint8_t>(d.thread);
    s.kind = d.kind;
    s.object = d.object;
    trace.steps.push_back(s);
  }
  return trace_class(trace);
}

constexpr Did a_writes_1{0, OpKind::atomic_store, 1};
constexpr Did a_writes_2{0, OpKind::atomic_store, 2};
constexpr Did b_writes_1{1, OpKind::atomic_store, 1};
constexpr Did b_reads_1{1, OpKind::atomic_load, 1};
constexpr Did c_reads_1{2, OpKind::atomic_load, 1};

TEST(TraceClass, the_order_of_conflicting_steps_matters) {
  EXPECT_NE(class_of({a_writes_1, b_reads_1}), class_of({b_reads_1, a_writes_1}));
  EXPECT_NE(class_of({a_writes_1, b_writes_1}), class_of({b_writes_1, a_writes_1}));
  EXPECT_NE(class_of({b_reads_1, a_writes_1, c_reads_1}),
            class_of({c_reads_1, a_writes_1, b_reads_1}));
}

TEST(TraceClass, the_order_of_others_does_not) {
  EXPECT_EQ(class_of({a_writes_2, b_reads_1}), class_of({b_reads_1, a_writes_2}));
  EXPECT_EQ(class_of({b_reads_1, c_reads_1, a_writes_1}),
            class_of({c_reads_1, b_reads_1, a_writes_1}));
}

TEST(TraceClass, explicit_points_conflict) {
  constexpr Did a{0, OpKind::step, 0};
  constexpr Did b{1, OpKind::step, 0};
  EXPECT_NE(class_of({a, b}), class_of({b, a}));
}

}  // namespace
}  // namespace oncelab::schedule
