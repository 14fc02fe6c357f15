// Claim stores and the API layer over them, under every schedule within a bound.
#include <gtest/gtest.h>

#include <oncelab/core/lab/scenario/sut.hpp>
#include <oncelab/properties/concurrent/seen_answers.hpp>
#include <oncelab/properties/scenarios/api/api_scenario.hpp>
#include <oncelab/properties/scenarios/api/claims_scenario.hpp>

namespace oncelab::properties {
namespace {

using scenario::Program;

constexpr const char* right_variants[] = {"mutex", "sharded"};

void expect_held(const Seen& seen, const std::string& what) {
  EXPECT_EQ(seen.result.verdict, check::Verdict::held)
      << what << ": " << seen.result.stop_text
      << (seen.result.found ? seen.result.found->failure.text : "");
}

class Claims : public testing::TestWithParam<const char*> {
 protected:
  Seen explore(const Program& program) {
    const auto seen = explore_all(*scenario_, {GetParam(), ""}, program);
    expect_held(seen, GetParam());
    return seen;
  }
  std::unique_ptr<scenario::Scenario> scenario_ = make_claims_scenario();
};

INSTANTIATE_TEST_SUITE_P(Memory, Claims, testing::ValuesIn(right_variants));

TEST_P(Claims, a_lost_owner_is_told_and_writes_nothing) {
  const auto seen = explore({{{{"request", "k", "b1, handler is slow"}},
                              {{"wait", "", ""}, {"request", "k", "b1"}, {"request", "k", "b1"}}}});
  EXPECT_TRUE(seen.answers.contains("finish -> lost_claim"));
  EXPECT_TRUE(seen.answers.contains("begin -> replay"));
  EXPECT_TRUE(seen.answers.contains("begin -> started"));
}

TEST_P(Claims, a_holder_that_dies_loses_its_key_with_the_lease) {
  const auto seen = explore({{{{"request", "k", "b1, holder dies"}, {"request", "k", "b1"}},
                              {{"wait", "", ""}, {"request", "k", "b1"}}}});
  EXPECT_TRUE(seen.answers.contains("begin -> in_flight"));
  EXPECT_TRUE(seen.answers.contains("finish -> ok"));
}

TEST_P(Claims, another_request_is_a_mismatch_even_while_the_first_is_executed) {
  const auto seen = explore({{{{"request", "k", "b1"}}, {{"request", "k", "b2"}}}});
  EXPECT_TRUE(seen.answers.contains("begin -> mismatch"));
  EXPECT_FALSE(seen.answers.contains("begin -> in_flight"));
  EXPECT_FALSE(seen.answers.contains("begin -> replay"));
}

TEST_P(Claims, a_failed_handler_frees_the_key_for_any_request) {
  const auto seen = explore({{{{"request", "k", "b1, handler fails"}}, {{"request", "k", "b2"}}}});
  EXPECT_TRUE(seen.answers.contains("release -> ok"));
  EXPECT_TRUE(seen.answers.contains("begin -> mismatch"));
  EXPECT_TRUE(seen.answers.contains("begin -> started"));
}

TEST_P(Claims, keys_do_not_meet) {
  const auto seen = explore({{{{"request", "k1", "b1"}}, {{"request", "k2", "b2"}}}});
  EXPECT_EQ(seen.answers, (std::set<std::string>{"begin -> started", "finish -> ok"}));
}

class Api : public testing::TestWithParam<std::tuple<const char*, const char*>> {
 protected:
  Seen explore(const Program& program) {
    const auto& [variant, profile] = GetParam();
    const auto seen = explore_all(*scenario_, {variant, profile}, program);
    expect_held(seen, std::string(variant) + ", " + profile);
    return seen;
  }
  [[nodiscard]] bool has_lease() const { return std::string(std::get<1>(GetParam())) == "strict"; }
  std::unique_ptr<scenario::Scenario> scenario_ = make_api_scenario();
};

INSTANTIATE_TEST_SUITE_P(Memory, Api,
                         testing::Combine(testing::ValuesIn(right_variants),
                                          testing::Values("strict", "seed")));

TEST_P(Api, a_retry_meets_the_first_request_or_its_response) {
  const auto seen = explore({{{{"request", "k", "b1"}}, {{"request", "k", "b1"}}}});
  EXPECT_EQ(seen.answers, (std::set<std::string>{"request -> executed", "request -> in_flight",
                                                 "request -> replayed"}));
}

TEST_P(Api, another_body_under_the_key_is_refused_whatever_the_first_is_doing) {
  const auto seen = explore({{{{"request", "k", "b1"}}, {{"request", "k", "b2"}}}});
  EXPECT_EQ(seen.answers, (std::set<std::string>{"request -> executed", "request -> key_reused"}));
}

TEST_P(Api, a_5xx_and_an_exception_are_not_stored) {
  for (const char* mode : {"b1, handler fails", "b1, handler throws"}) {
    const auto seen = explore({{{{"request", "k", mode}}, {{"request", "k", "b1"}}}});
    EXPECT_TRUE(seen.answers.contains("request -> executed"));
    EXPECT_TRUE(seen.answers.contains("request -> in_flight"));
  }
}

TEST_P(Api, a_key_change_gets_past_this_layer) {
  const auto seen = explore({{{{"request", "k1", "b1"}}, {{"request", "k2", "b1"}}}});
  EXPECT_EQ(seen.answers, (std::set<std::string>{"request -> executed"}));
}

TEST_P(Api, requests_without_a_key_pass_through) {
  const auto seen = explore({{{{"request", "", "b1"}}, {{"request", "", "b1"}}}});
  EXPECT_EQ(seen.answers, (std::set<std::string>{"request -> executed"}));
}

TEST_P(Api, a_slow_handler_loses_its_claim_where_claims_have_a_lease) {
  const auto seen = explore(
      {{{{"request", "k", "b1, handler is slow"}}, {{"wait", "", ""}, {"request", "k", "b1"}}}});
  EXPECT_EQ(seen.answers.contains("request -> lost"), has_lease());
  // The seed's claim holds until its owner comes back.
  EXPECT_TRUE(has_lease() || seen.answers.contains("request -> in_flight"));
}

TEST(NaiveClaims, fail_with_one_preemption_in_both_scenarios) {
  const Program program = {{{{"request", "k", "b1"}}, {{"request", "k", "b1"}}}};
  for (const auto& scenario : {make_claims_scenario(), make_api_scenario()}) {
    const std::string profile = scenario->profiles().empty() ? "" : "strict";
    const auto at_1 = explore_all(*scenario, {"naive", profile}, program, {1, 1'000});
    EXPECT_EQ(at_1.result.verdict, check::Verdict::violated);
    const auto at_0 = explore_all(*scenario, {"naive", profile}, program, {0, 1'000});
    EXPECT_EQ(at_0.result.verdict, check::Verdict::held);
  }
}

}  // namespace
}  // namespace oncelab::properties
