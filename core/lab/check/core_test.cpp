#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include <oncelab/core/lab/check/core.hpp>

namespace oncelab::check {
namespace {

using Facts = std::vector<std::uint32_t>;

Facts first(std::uint32_t count) {
  Facts facts(count);
  std::iota(facts.begin(), facts.end(), 0U);
  return facts;
}

/// Illegal as long as all facts of one of these sets are known.
auto illegal_by(const std::vector<Facts>& reasons) {
  return [reasons](const std::vector<bool>& relaxed) {
    const bool illegal = std::ranges::any_of(reasons, [&](const Facts& reason) {
      return std::ranges::none_of(reason, [&](std::uint32_t fact) { return relaxed[fact]; });
    });
    return illegal ? Relaxed::illegal : Relaxed::legal;
  };
}

bool always() { return true; }

TEST(Core, is_the_only_reason_wherever_its_facts_are) {
  for (const Facts& reason : {Facts{0}, Facts{36}, Facts{0, 36}, Facts{17, 18, 19}, Facts{3, 20}}) {
    const Core core = find_core(first(37), 37, illegal_by({reason}), always);
    EXPECT_EQ(core.facts, reason);
    EXPECT_TRUE(core.is_minimal);
  }
}

TEST(Core, is_one_of_several_reasons_and_can_spare_nothing) {
  const std::vector<Facts> reasons{{1, 2, 5, 9}, {5, 6, 7, 8}, {0, 9, 10, 11}};
  const auto still = illegal_by(reasons);
  const Core core = find_core(first(12), 12, still, always);
  EXPECT_NE(std::ranges::find(reasons, core.facts), reasons.end());
  EXPECT_TRUE(core.is_minimal);
}

TEST(Core, is_the_smaller_one_if_there_is_time_to_look_for_it) {
  // What is called first is relaxed first, so that one order alone finds the long reason.
  const auto still = illegal_by({{8, 9, 10, 11}, {0, 1, 2}});
  EXPECT_EQ(find_core(first(12), 12, still, [] { return false; }).facts, (Facts{8, 9, 10, 11}));
  EXPECT_EQ(find_core(first(12), 12, still, always).facts, (Facts{0, 1, 2}));
}

TEST(Core, keeps_what_could_not_be_decided_and_says_so) {
  const auto still = [](const std::vector<bool>& relaxed) {
    return relaxed[4] ? Relaxed::legal : relaxed[2] ? Relaxed::unknown : Relaxed::illegal;
  };
  const Core core = find_core(first(6), 6, still, always);
  EXPECT_EQ(core.facts, (Facts{2, 4}));
  EXPECT_FALSE(core.is_minimal);
}

TEST(Core, keeps_all_that_is_left_when_it_is_stopped) {
  int checks = 0;
  const auto still = [&](const std::vector<bool>&) {
    return ++checks > 3 ? Relaxed::stopped : checks == 2 ? Relaxed::legal : Relaxed::illegal;
  };
  // Without the first half; of the other, the first half stays, then it is stopped.
  const Core core = find_core_in_order(first(8), 8, still);
  EXPECT_EQ(checks, 4);
  EXPECT_FALSE(core.is_minimal);
  EXPECT_EQ(core.facts, (Facts{6, 7}));
}

TEST(Core, of_nothing_is_empty) {
  const Core core = find_core({}, 3, illegal_by({{}}), always);
  EXPECT_TRUE(core.facts.empty());
  EXPECT_TRUE(core.is_minimal);
}

}  // namespace
}  // namespace oncelab::check
