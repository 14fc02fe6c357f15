// Which of two schedules is simpler.
#include <oncelab/core/lab/shrink/program_runs.hpp>

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace oncelab::shrink {
namespace {

TEST(Simpler, preemptions_then_deviations_then_earlier_steps) {
  using schedule::Deviation;
  const auto make = [](std::vector<Deviation> deviations) {
    return schedule::Schedule{std::move(deviations)};
  };
  const auto none = make({});
  const auto block = make({{3, Deviation::Kind::thread, 2, false}});
  const auto early = make({{1, Deviation::Kind::thread, 2, true}});
  const auto late = make({{2, Deviation::Kind::thread, 2, true}});
  EXPECT_TRUE(simpler(none, block));
  EXPECT_TRUE(simpler(block, early));
  EXPECT_TRUE(simpler(early, late));
  EXPECT_FALSE(simpler(late, early));
  EXPECT_FALSE(simpler(early, early));
}

}  // namespace
}  // namespace oncelab::shrink
