// GoogleTest's assertions count within a property, and only the shrunk failure is reported.
#include <oncelab/core/lab/gen/holds.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <thread>

namespace oncelab::gen {
namespace {

std::string message_of(const testing::AssertionResult& result) { return result.message(); }

TEST(Holds, a_property_of_expectations) {
  EXPECT_TRUE(holds({.name = "reflexive"}, rc::gen::arbitrary<int>(), [](int n) {
    EXPECT_EQ(n, n);
    ASSERT_LE(n, n);
  }));
}

// None of the hundreds of failing expectations may reach the report of this test.
TEST(Holds, a_failed_expectation_is_shrunk_and_reported_once) {
  int runs = 0;
  const auto result = holds({.name = "below"}, rc::gen::arbitrary<int>(), [&](int n) {
    ++runs;
    EXPECT_LT(n, 23) << "n is too large";
    EXPECT_LT(n, 50);
  });
  EXPECT_FALSE(result);
  EXPECT_GT(runs, 10);
  const std::string message = message_of(result);
  EXPECT_EQ(message.find("property 'below', seed 1: falsified after "), 0U) << message;
  EXPECT_NE(message.find("cases: 23\n"), std::string::npos) << message;
  EXPECT_NE(message.find("holds_test.cpp:"), std::string::npos) << message;
  EXPECT_NE(message.find("n is too large"), std::string::npos) << message;
}

TEST(Holds, a_fatal_failure_ends_the_case_only) {
  const auto result = holds({.name = "fatal"}, rc::gen::arbitrary<int>(), [](int n) {
    ASSERT_LT(n, 5);
    EXPECT_LT(n, 3);
  });
  EXPECT_NE(message_of(result).find("cases: 3\n"), std::string::npos) << message_of(result);
}

TEST(Holds, a_failure_on_another_thread_counts) {
  const auto result = holds({.name = "thread"}, rc::gen::arbitrary<int>(),
                            [](int n) { std::thread([n] { EXPECT_LT(n, 8); }).join(); });
  EXPECT_NE(message_of(result).find("cases: 8\n"), std::string::npos) << message_of(result);
}

TEST(Holds, a_property_may_return_its_failure) {
  const auto result = holds({.name = "returned"}, rc::gen::arbitrary<int>(), [](int n) {
    return n < 4 ? std::nullopt : std::optional<std::string>("four");
  });
  EXPECT_NE(message_of(result).find("cases: 4\nfour\n"), std::string::npos) << message_of(result);
}

TEST(Holds, skipping_within_a_property_does_not_pass) {
  EXPECT_FALSE(holds({.name = "skips"}, rc::gen::arbitrary<int>(), [](int) { GTEST_SKIP(); }));
}

TEST(Holds, giving_up_and_stopping_do_not_pass) {
  const auto none = rc::gen::suchThat(rc::gen::just(1), [](int) { return false; });
  EXPECT_FALSE(holds({.name = "none"}, none, [](int) {}));
  using std::chrono::milliseconds;
  const Options no_time = {
      .name = "no time", .time_max = milliseconds(0), .now = [] { return milliseconds(0); }};
  EXPECT_FALSE(holds(no_time, rc::gen::arbitrary<int>(), [](int) {}));
}

}  // namespace
}  // namespace oncelab::gen
