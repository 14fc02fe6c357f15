// What an explanation says of histories small enough to see that it is right.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <oncelab/core/lab/check/cell_fixture.hpp>

namespace oncelab::check {
namespace {

using history::OperationIndex;

class ExplanationTest : public testing::Test, protected Drawing {
 protected:
  [[nodiscard]] Explanation explained() {
    const auto checker = cell_checker();
    Explanation explanation = checker->explain(history());
    EXPECT_EQ(
        checker->confirms_core(history(), explanation),
        explanation.verdict == Verdict::violated ? Confirmation::confirmed : Confirmation::refuted);
    return explanation;
  }
  [[nodiscard]] static std::vector<OperationIndex> order(const std::vector<PlacedPoint>& points) {
    std::vector<OperationIndex> operations;
    for (const PlacedPoint& point : points) {
      operations.push_back(point.operation);
    }
    return operations;
  }
};

using Operations = std::vector<OperationIndex>;

TEST_F(ExplanationTest, the_prefix_ends_with_the_first_return_that_cannot_be) {
  for (unsigned right = 0; right < 9; ++right) {
    clear();
    for (unsigned i = 0; i < right; ++i) {
      reads(0);
    }
    const OperationIndex wrong = reads(1);
    reads(0);
    reads(2);
    const Explanation explanation = explained();
    EXPECT_EQ(explanation.prefix_events, 2 * right + 2);
    EXPECT_TRUE(explanation.prefix_is_shortest);
    EXPECT_EQ(explanation.culprit, wrong);
    EXPECT_EQ(explanation.core, Operations{wrong});
    EXPECT_TRUE(explanation.core_is_minimal);
    ASSERT_EQ(explanation.objections.size(), 1U);
    EXPECT_EQ(explanation.objections[0].reason, "not possible when it is 0");
  }
}

TEST_F(ExplanationTest, what_returns_later_may_still_have_happened) {
  // The read is not the culprit: until the write returns as failed, it may have happened.
  const OperationIndex write = call(0, "write", 1);
  const OperationIndex read = reads(1);
  reads(1);
  failed(write);
  const Explanation explanation = explained();
  EXPECT_EQ(explanation.prefix_events, 6U);
  EXPECT_EQ(explanation.culprit, write);
  EXPECT_EQ(explanation.core.size(), 2U);
  EXPECT_EQ(explanation.core[0], write);
  EXPECT_NE(std::ranges::find(explanation.core, write), explanation.core.end());
  EXPECT_EQ(explanation.objections.at(0).operation, read);
}

TEST_F(ExplanationTest, only_the_key_that_fails_is_spoken_of) {
  ok(call(0, "write", 1, 5));
  ok(call(0, "write", 1, 6));
  reads(1, 5);
  const OperationIndex wrong = reads(0, 6);
  const Explanation explanation = explained();
  EXPECT_EQ(explanation.partition, history::Value::integer(6));
  EXPECT_EQ(explanation.prefix_events, 8U);
  EXPECT_EQ(explanation.core, (Operations{OperationIndex{1}, wrong}));
  EXPECT_EQ(order(explanation.linearization), Operations{OperationIndex{1}});
}

TEST_F(ExplanationTest, the_order_is_the_longest_one) {
  // One read is right if 1 is written last, two if 2 is.
  const OperationIndex one = call(0, "write", 1);
  const OperationIndex two = call(1, "write", 2);
  ok(one);
  ok(two);
  const OperationIndex first = reads(2);
  const OperationIndex second = reads(2);
  const OperationIndex wrong = reads(1);
  const Explanation explanation = explained();
  EXPECT_EQ(order(explanation.linearization), (Operations{one, two, first, second}));
  EXPECT_TRUE(explanation.linearization_is_longest);
  ASSERT_EQ(explanation.objections.size(), 1U);
  EXPECT_EQ(explanation.objections[0].operation, wrong);
  EXPECT_EQ(explanation.objections[0].allowed_until, two);
  EXPECT_TRUE(explanation.objections[0].was_over);
}

TEST_F(ExplanationTest, each_operation_has_the_longest_order_through_it) {
  // The read of 1 is in an order that stops at the read of 2; all others are in the longest.
  const OperationIndex one = call(0, "write", 1);
  const OperationIndex two = call(1, "write", 2);
  ok(one);
  ok(two);
  const OperationIndex reads_2 = call(2, "read");
  const OperationIndex reads_1 = call(3, "read");
  ok(reads_2, 2);
  ok(reads_1, 1);
  const Explanation explanation = explained();
  const auto through = [&](OperationIndex operation) {
    const auto found = std::ranges::find(explanation.through, operation, &Through::operation);
    return found == explanation.through.end() ? Operations{}
                                              : order(explanation.partials.at(found->partial));
  };
  EXPECT_EQ(through(reads_1), (Operations{two, one, reads_1}));
  EXPECT_EQ(through(reads_2), (Operations{one, two, reads_2}));
  EXPECT_EQ(through(one).size(), 3U);
}

TEST_F(ExplanationTest, what_holds_needs_no_order) {
  ok(call(0, "write", 1));
  reads(1);
  const Explanation explanation = explained();
  EXPECT_EQ(explanation.verdict, Verdict::held);
  EXPECT_TRUE(explanation.linearization.empty());
  EXPECT_TRUE(explanation.core.empty());
}

TEST_F(ExplanationTest, of_what_held_there_is_an_order_of_all_keys) {
  const OperationIndex early = call(0, "write", 1, 1);
  const OperationIndex other = call(1, "write", 1, 2);
  lost(call(2, "add", 4, 1));
  ok(other);
  reads(1, 2);
  ok(early);
  reads(5, 1);
  const auto checker = cell_checker();
  const auto order = checker->linearization(history());
  ASSERT_TRUE(order.has_value());
  EXPECT_EQ(order->size(), 5U);
  EXPECT_TRUE(std::ranges::is_sorted(*order, {}, &LinearPoint::after_event));
  EXPECT_TRUE(checker->confirms(history(), *order));
  reads(7, 1);
  EXPECT_FALSE(checker->linearization(history()).has_value());
}

}  // namespace
}  // namespace oncelab::check
