#include <gtest/gtest.h>

#include <string>

#include <oncelab/core/lab/check/explanation_text.hpp>
#include <oncelab/models/registry.hpp>

namespace oncelab::models {
namespace {

using check::Verdict;
using history::OperationIndex;
using history::Outcome;
using history::Timestamp;
using history::Value;

class InboxTest : public testing::Test {
 protected:
  OperationIndex call(unsigned client, std::string_view message = "m1") {
    return history_.call(ClientId{client}, history_.intern("handle"),
                         Value::symbol(history_.intern(message)), {}, Timestamp{});
  }
  void answers(OperationIndex operation, std::string_view output) {
    history_.returned(operation, Outcome::ok, Value::symbol(history_.intern(output)), Timestamp{});
  }
  void gives_up(OperationIndex operation) {
    history_.returned(operation, Outcome::unknown, {}, Timestamp{});
  }
  Verdict waiting() { return waiting_->check(history_).verdict; }
  Verdict claiming() { return claiming_->check(history_).verdict; }

  history::History history_;
  std::unique_ptr<check::Checker> waiting_ = *make("inbox", {});
  std::unique_ptr<check::Checker> claiming_ = *make("inbox-claiming", {});
};

TEST_F(InboxTest, two_deliveries_of_one_message_are_one_too_many) {
  const auto a = call(0);
  const auto b = call(1);
  answers(a, "delivered");
  answers(b, "delivered");
  EXPECT_EQ(waiting(), Verdict::violated);
  EXPECT_EQ(claiming(), Verdict::violated);
  EXPECT_EQ(to_text(waiting_->explain(history_), history_), R"(violated: inbox, key m1
The first 4 events cannot be explained; fewer can. Event 4 is the return of
  #1 client 1: handle key m1 -> delivered
The longest order that explains a part of it:
    at first                                         not handled
    #0 client 0: handle key m1 -> delivered          handled
What cannot follow:
    #1 client 1: handle key m1 -> delivered
      answered delivered, but message m1 was already handled
      it could have come until #0 client 0: handle key m1 -> delivered
These 2 answers contradict each other, whatever all other operations did:
    #0 client 0: handle key m1 -> delivered
    #1 client 1: handle key m1 -> delivered
)");
}

TEST_F(InboxTest, different_messages_are_independent) {
  const auto a = call(0, "m1");
  const auto b = call(1, "m2");
  answers(a, "delivered");
  answers(b, "delivered");
  EXPECT_EQ(waiting(), Verdict::held);
  EXPECT_EQ(claiming(), Verdict::held);
}

TEST_F(InboxTest, a_failed_delivery_is_tried_again) {
  answers(call(0), "failed");
  answers(call(0), "failed");
  answers(call(0), "delivered");
  answers(call(0), "duplicate");
  EXPECT_EQ(waiting(), Verdict::held);
  EXPECT_EQ(claiming(), Verdict::held);
  answers(call(0), "failed");
  EXPECT_EQ(waiting(), Verdict::violated);
  EXPECT_EQ(claiming(), Verdict::violated);
}

TEST_F(InboxTest, duplicate_of_what_nobody_handled_loses_the_message) {
  answers(call(0), "duplicate");
  EXPECT_EQ(waiting(), Verdict::violated);
  EXPECT_EQ(claiming(), Verdict::violated);
  EXPECT_EQ(waiting_->explain(history_).objections.at(0).reason,
            "answered duplicate, but message m1 was not handled, so this delivery is lost");
}

TEST_F(InboxTest, duplicate_may_rest_on_a_delivery_that_has_not_returned) {
  const auto a = call(0);
  answers(call(1), "duplicate");
  EXPECT_EQ(waiting(), Verdict::held);
  EXPECT_EQ(claiming(), Verdict::held);
  answers(a, "failed");
  EXPECT_EQ(waiting(), Verdict::violated);
  EXPECT_EQ(claiming(), Verdict::violated);
}

TEST_F(InboxTest, in_flight_needs_somebody_else_at_it) {
  const auto a = call(0);
  const auto b = call(1);
  answers(b, "in_flight");
  answers(a, "delivered");
  EXPECT_EQ(waiting(), Verdict::violated);
  EXPECT_EQ(claiming(), Verdict::held);
  answers(call(1), "in_flight");
  EXPECT_EQ(claiming(), Verdict::violated);
  EXPECT_EQ(to_text(claiming_->explain(history_), history_), R"(violated: inbox-claiming, key m1
The first 6 events cannot be explained; fewer can. Event 6 is the return of
  #2 client 1: handle key m1 -> in_flight
The longest order that explains a part of it:
    at first                                         not handled
    #0 client 0: handle key m1 -> delivered (1 of 2) claimed by client 0
    #1 client 1: handle key m1 -> in_flight          claimed by client 0
    #0 client 0: handle key m1 -> delivered (2 of 2) handled
What cannot follow:
    #2 client 1: handle key m1 -> in_flight
      answered in_flight, but nobody else held the claim: message m1 was handled
      it could have come until #0 client 0: handle key m1 -> delivered, which was over before it began
These 2 answers contradict each other, whatever all other operations did:
    #0 client 0: handle key m1 -> delivered
    #2 client 1: handle key m1 -> in_flight
)");
}

TEST_F(InboxTest, in_flight_may_see_a_claim_that_is_then_released) {
  const auto a = call(0);
  answers(call(1), "in_flight");
  answers(a, "failed");
  answers(call(1), "delivered");
  EXPECT_EQ(claiming(), Verdict::held);
}

TEST_F(InboxTest, two_in_flight_alone_cannot_both_be_true) {
  const auto a = call(0);
  const auto b = call(1);
  answers(a, "in_flight");
  answers(b, "in_flight");
  EXPECT_EQ(claiming(), Verdict::violated);
}

TEST_F(InboxTest, an_abandoned_claim_stays) {
  gives_up(call(0));
  answers(call(1), "in_flight");
  answers(call(1), "in_flight");
  EXPECT_EQ(claiming(), Verdict::held);
  answers(call(1), "duplicate");  // or it came to an end after all
  EXPECT_EQ(claiming(), Verdict::held);
  answers(call(1), "in_flight");
  EXPECT_EQ(claiming(), Verdict::violated);
}

TEST_F(InboxTest, an_abandoned_delivery_releases_at_most_once) {
  gives_up(call(0));
  answers(call(1), "in_flight");
  answers(call(1), "delivered");  // the first failed
  EXPECT_EQ(claiming(), Verdict::held);
  answers(call(1), "in_flight");
  EXPECT_EQ(claiming(), Verdict::violated);
}

}  // namespace
}  // namespace oncelab::models
