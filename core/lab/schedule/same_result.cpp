#include <oncelab/core/lab/schedule/same_result.hpp>

#include <gtest/gtest.h>

namespace oncelab::schedule {

void expect_same(const ExploreResult& a, const ExploreResult& b) {
  EXPECT_EQ(a.verdict, b.verdict);
  EXPECT_EQ(a.complete, b.complete);
  EXPECT_EQ(a.stop, b.stop);
  EXPECT_EQ(a.stop_text, b.stop_text);
  EXPECT_EQ(a.schedules, b.schedules);
  EXPECT_EQ(a.runs, b.runs);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.steps_longest, b.steps_longest);
  EXPECT_EQ(a.blocked, b.blocked);
  EXPECT_EQ(a.remaining, b.remaining);
  EXPECT_EQ(a.assumed, b.assumed);
  EXPECT_EQ(a.assumed_fairness, b.assumed_fairness);
  EXPECT_EQ(a.timeouts_cut, b.timeouts_cut);
  EXPECT_EQ(a.spurious_cut, b.spurious_cut);
  EXPECT_EQ(a.cut_by_preemptions, b.cut_by_preemptions);
  EXPECT_EQ(a.weaker_accesses.size(), b.weaker_accesses.size());
  ASSERT_EQ(a.goals.size(), b.goals.size());
  for (std::size_t i = 0; i < a.goals.size(); ++i) {
    EXPECT_EQ(a.goals[i].runs, b.goals[i].runs);
  }
  ASSERT_EQ(a.found.has_value(), b.found.has_value());
  if (a.found) {
    EXPECT_EQ(a.found->schedule, b.found->schedule);
    EXPECT_EQ(runtime::trace_hash(a.found->trace), runtime::trace_hash(b.found->trace));
    EXPECT_EQ(a.found->outcome.kind, b.found->outcome.kind);
    EXPECT_EQ(a.found->failure.property, b.found->failure.property);
    EXPECT_EQ(a.found->failure.text, b.found->failure.text);
  }
}

}  // namespace oncelab::schedule
