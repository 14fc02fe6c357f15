// Payments of orders, under every schedule within a bound.
#include <gtest/gtest.h>

#include <oncelab/properties/concurrent/seen_answers.hpp>
#include <oncelab/properties/scenarios/domain/order_scenario.hpp>

namespace oncelab::properties {
namespace {

using scenario::Program;

class Orders : public testing::TestWithParam<const char*> {
 protected:
  Seen explore(const Program& program) {
    auto seen = explore_all(*scenario_, {"memory", GetParam()}, program);
    EXPECT_EQ(seen.result.verdict, check::Verdict::held)
        << seen.result.stop_text << (seen.result.found ? seen.result.found->failure.text : "");
    std::erase_if(seen.answers, [](const std::string& a) { return !a.starts_with("mark_paid"); });
    return seen;
  }
  [[nodiscard]] bool strict() const { return std::string(GetParam()) == "strict"; }
  [[nodiscard]] std::string refusal() const {
    return strict() ? "mark_paid -> conflict" : "mark_paid -> invalid_state";
  }
  std::unique_ptr<scenario::Scenario> scenario_ = make_order_scenario();
};

INSTANTIATE_TEST_SUITE_P(Memory, Orders, testing::Values("strict", "seed"));

using Answers = std::set<std::string>;

TEST_P(Orders, the_same_payment_is_applied_once) {
  const auto seen = explore({{{{"pay", "o1", "r1 1000"}}, {{"pay", "o1", "r1 1000"}}}});
  EXPECT_EQ(seen.answers, (Answers{"mark_paid -> already_applied", "mark_paid -> applied"}));
}

TEST_P(Orders, of_two_payments_one_is_refused) {
  const auto seen = explore({{{{"pay", "o1", "r1 1000"}}, {{"pay", "o1", "r2 1000"}}}});
  EXPECT_EQ(seen.answers, (Answers{"mark_paid -> applied", refusal()}));
}

TEST_P(Orders, a_reference_pays_one_order) {
  const auto seen = explore({{{{"pay", "o1", "r1 1000"}}, {{"pay", "o2", "r1 1000"}}}});
  EXPECT_EQ(seen.answers, (Answers{"mark_paid -> applied", refusal()}));
}

TEST_P(Orders, the_amount_counts_in_strict_only) {
  const auto seen = explore({{{{"pay", "o1", "r1 999"}}, {{"pay", "o1", "r1 1000"}}}});
  EXPECT_EQ(seen.answers.contains("mark_paid -> amount_mismatch"), strict());
  EXPECT_EQ(seen.answers.contains("mark_paid -> already_applied"), !strict());
}

TEST_P(Orders, different_orders_do_not_meet) {
  const auto seen = explore({{{{"pay", "o1", "r1 1000"}}, {{"pay", "o2", "r2 1000"}}}});
  EXPECT_EQ(seen.answers, (Answers{"mark_paid -> applied"}));
}

TEST(WrongOrders, lose_a_payment_with_one_preemption) {
  const auto scenario = make_order_scenario();
  const Program program = {{{{"pay", "o1", "r1 1000"}}, {{"pay", "o1", "r2 1000"}}}};
  EXPECT_EQ(explore_all(*scenario, {"naive", "strict"}, program, {1, 1'000}).result.verdict,
            check::Verdict::violated);
  EXPECT_EQ(explore_all(*scenario, {"naive", "strict"}, program, {0, 1'000}).result.verdict,
            check::Verdict::held);
}

TEST(WrongOrders, race_on_plain_memory_even_if_nothing_is_interleaved) {
  const auto scenario = make_order_scenario();
  const auto seen =
      explore_all(*scenario, {"plain", "strict"},
                  {{{{"pay", "o1", "r1 1000"}}, {{"pay", "o2", "r2 1000"}}}}, {0, 10});
  ASSERT_TRUE(seen.result.found);
  EXPECT_EQ(seen.result.found->failure.property, "data race");
}

}  // namespace
}  // namespace oncelab::properties
