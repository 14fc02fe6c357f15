#include <gtest/gtest.h>

#include <array>
#include <oncelab/core/layers/api/problem.hpp>
#include <set>
#include <string>

namespace oncelab::api {
namespace {

using namespace std::chrono_literals;

constexpr std::array all_problems = {
    Problem::key_reused,    Problem::in_flight,    Problem::empty_key,        Problem::key_too_long,
    Problem::key_malformed, Problem::repeated_key, Problem::store_unavailable};

TEST(problem, has_a_code_of_its_own_and_a_client_or_availability_status) {
  std::set<std::string> codes;
  for (const Problem problem : all_problems) {
    codes.insert(std::string(code_of(problem)));
    const int status = status_of(problem);
    EXPECT_TRUE(status == 400 || status == 409 || status == 503) << code_of(problem);
  }
  EXPECT_EQ(codes.size(), all_problems.size());
  EXPECT_FALSE(codes.contains(""));
}

TEST(problem, in_json_says_what_a_client_can_branch_on) {
  const Response response = response_to(Problem::key_reused, ProblemForm::problem_json);
  EXPECT_EQ(response.status, 409);
  EXPECT_EQ(response.headers, (Headers{{"Content-Type", "application/problem+json"}}));
  EXPECT_EQ(response.body, R"({"title":"idempotency key reused with different request",)"
                           R"("status":409,"code":"key_reused"})");
}

TEST(problem, in_plain_text_is_one_line) {
  const Response response = response_to(Problem::in_flight, ProblemForm::plain_text, 500ms);
  EXPECT_EQ(response.status, 409);
  EXPECT_EQ(response.headers, (Headers{{"Content-Type", "text/plain; charset=utf-8"},
                                       {"X-Content-Type-Options", "nosniff"}}));
  EXPECT_EQ(response.body, "idempotent request already in flight\n");
}

TEST(problem, that_passes_with_time_says_when_to_try_again) {
  for (const Problem problem : all_problems) {
    const Response response = response_to(problem, ProblemForm::problem_json, 2000ms);
    const bool passes = problem == Problem::in_flight || problem == Problem::store_unavailable;
    EXPECT_EQ(count_headers(response.headers, "Retry-After"), passes ? 1U : 0U) << code_of(problem);
  }
}

TEST(problem, rounds_the_time_to_wait_up_to_whole_seconds) {
  const auto retry_after = [](Millis time) {
    const Response response = response_to(Problem::in_flight, ProblemForm::problem_json, time);
    return std::string(find_header(response.headers, "Retry-After").value_or("none"));
  };
  EXPECT_EQ(retry_after(0ms), "1");
  EXPECT_EQ(retry_after(1ms), "1");
  EXPECT_EQ(retry_after(1000ms), "1");
  EXPECT_EQ(retry_after(1001ms), "2");
  EXPECT_EQ(retry_after(-5ms), "1");
}

}  // namespace
}  // namespace oncelab::api
