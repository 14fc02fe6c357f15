// What RapidCheck would do badly or in silence: each is dealt with.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>

#include <oncelab/core/lab/gen/draw.hpp>
#include <oncelab/core/lab/gen/for_all.hpp>
#include <oncelab/core/lab/gen/such_that.hpp>

namespace oncelab::gen {
namespace {

using Failure = std::optional<std::string>;

rc::Gen<int> numbers() { return rc::gen::arbitrary<int>(); }
Failure nothing_wrong(int /*n*/) { return std::nullopt; }

// Its parameter stacks are plain statics.
TEST(LimitsDeathTest, a_second_thread_ends_the_process) {
  ASSERT_TRUE(draw(numbers(), Seed{1}, 1));
  EXPECT_EXIT(std::thread([] { (void)draw(numbers(), Seed{1}, 1); }).join(),
              testing::ExitedWithCode(70), "one_thread_talks_to_rapidcheck");
  EXPECT_EXIT(std::thread([] { (void)for_all({.name = "n"}, numbers(), nothing_wrong); }).join(),
              testing::ExitedWithCode(70), "one_thread_talks_to_rapidcheck");
}

// Beyond 100 its integers shift by more bits than they have.
TEST(LimitsDeathTest, a_size_beyond_its_limit_ends_the_process) {
  EXPECT_EXIT((void)draw(numbers(), Seed{1}, 101), testing::ExitedWithCode(70), "size_limit");
  EXPECT_EXIT((void)draw(numbers(), Seed{1}, 0), testing::ExitedWithCode(70), "size >= 1");
  EXPECT_EXIT((void)for_all({.name = "n", .size_max = 101}, numbers(), nothing_wrong),
              testing::ExitedWithCode(70), "size_limit");
}

TEST(LimitsDeathTest, options_that_mean_nothing_end_the_process) {
  EXPECT_EXIT((void)for_all({}, numbers(), nothing_wrong), testing::ExitedWithCode(70), "name");
  EXPECT_EXIT((void)for_all({.name = "n", .cases = 0}, numbers(), nothing_wrong),
              testing::ExitedWithCode(70), "cases");
  EXPECT_EXIT((void)for_all({.name = "n", .time_max = std::chrono::milliseconds(1)}, numbers(),
                            nothing_wrong),
              testing::ExitedWithCode(70), "now");
}

// Its suchThat tries again with larger sizes.
TEST(Limits, trying_again_stays_within_the_limit) {
  int seen_max = 0;
  const rc::Gen<int> size_itself = [&](const rc::Random&, int size) {
    seen_max = std::max(seen_max, size);
    return rc::shrinkable::just(size);
  };
  (void)draw(such_that(size_itself, [](int) { return false; }), Seed{1}, 100);
  EXPECT_EQ(seen_max, 100);
  (void)draw(rc::gen::suchThat(size_itself, [](int) { return false; }), Seed{1}, 100);
  EXPECT_EQ(seen_max, 199);  // the day this fails, such_that can go
}

class Environment : public testing::Test {
 protected:
  void TearDown() override { unsetenv("RC_PARAMS"); }
};

// It ignores parameters it does not know and reproduce strings of renamed properties.
TEST_F(Environment, parameters_that_nobody_reads_are_an_error) {
  for (const char* value : {"seed=1", "reproduce=abc", ""}) {
    setenv("RC_PARAMS", value, 1);
    const auto checked = for_all({.name = "n"}, numbers(), nothing_wrong);
    ASSERT_TRUE(checked.has_error());
    EXPECT_EQ(checked.error().kind, ErrorKind::usage);
    EXPECT_NE(checked.error().text.find("RC_PARAMS is set"), std::string::npos);
  }
  unsetenv("RC_PARAMS");
  EXPECT_EQ(for_all({.name = "n"}, numbers(), nothing_wrong)->ending, Ending::held);
}

TEST_F(Environment, drawing_does_not_depend_on_it) {
  const int before = draw(numbers(), Seed{7}, 100).value();
  setenv("RC_PARAMS", "seed=1 max_size=1", 1);
  EXPECT_EQ(draw(numbers(), Seed{7}, 100).value(), before);
}

TEST(Limits, nothing_is_printed) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  (void)for_all({.name = "holds"}, numbers(), nothing_wrong);
  (void)for_all({.name = "fails"}, numbers(), [](int) { return Failure("always"); });
  (void)for_all({.name = "gives up"}, rc::gen::suchThat(numbers(), [](int) { return false; }),
                nothing_wrong);
  std::cout.flush();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

// A property may itself draw values and check properties.
TEST(Limits, calls_within_calls_are_one_thread) {
  const auto checked = for_all({.name = "outer", .cases = 3}, numbers(), [](int n) -> Failure {
    const auto inner = for_all({.name = "inner"}, numbers(), nothing_wrong);
    const auto drawn = draw(numbers(), Seed{static_cast<std::uint64_t>(n)}, 10);
    return inner->ending == Ending::held && drawn ? Failure() : Failure("not within");
  });
  EXPECT_EQ(checked->ending, Ending::held);
}

}  // namespace
}  // namespace oncelab::gen
