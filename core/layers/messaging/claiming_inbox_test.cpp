#include <gtest/gtest.h>

#include <cstdint>
#include <oncelab/core/layers/messaging/claiming_inbox.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace oncelab::messaging {
namespace {

constexpr OwnerToken our_token{7};

std::string call(std::string_view operation, std::string_view message_id, OwnerToken owner) {
  return std::string(operation) + " " + std::string(message_id) + " " +
         std::to_string(static_cast<std::uint64_t>(owner));
}

/// Answers as it is told to and writes down what it is asked.
class ScriptedClaims final : public ClaimStore {
 public:
  Claim claim(std::string_view message_id, WhenClaimed when_claimed) override {
    log.push_back((when_claimed == WhenClaimed::wait ? "wait for " : "try ") +
                  std::string(message_id));
    return answer;
  }
  bool complete(std::string_view message_id, OwnerToken owner) override {
    log.push_back(call("complete", message_id, owner));
    return still_owned;
  }
  bool release(std::string_view message_id, OwnerToken owner) override {
    log.push_back(call("release", message_id, owner));
    return still_owned;
  }

  Claim answer{.status = Claim::Status::granted, .owner = our_token};
  bool still_owned = true;
  std::vector<std::string> log;
};

class CountingHandler final : public Handler {
 public:
  HandlerResult handle() override {
    ++runs;
    if (throws) {
      throw std::runtime_error("handler threw");
    }
    return result;
  }

  HandlerResult result = HandlerResult::success();
  bool throws = false;
  int runs = 0;
};

using Log = std::vector<std::string>;

class claiming_inbox : public testing::Test {
 protected:
  ScriptedClaims claims;
  CountingHandler handler;
  ClaimingInbox inbox{claims, WhenClaimed::reject};
};

TEST_F(claiming_inbox, completes_its_own_claim_after_success) {
  EXPECT_EQ(inbox.handle_once("m-1", handler), Delivery::delivered());
  EXPECT_EQ(claims.log, (Log{"try m-1", "complete m-1 7"}));
  EXPECT_EQ(handler.runs, 1);
}

TEST_F(claiming_inbox, passes_its_policy_to_the_store) {
  ClaimingInbox patient(claims, WhenClaimed::wait);
  EXPECT_EQ(patient.handle_once("m-1", handler), Delivery::delivered());
  EXPECT_EQ(claims.log, (Log{"wait for m-1", "complete m-1 7"}));
}

TEST_F(claiming_inbox, releases_its_own_claim_after_failure) {
  handler.result = HandlerResult::failure("no stock");
  EXPECT_EQ(inbox.handle_once("m-1", handler), Delivery::failed(FailureCause::handler, "no stock"));
  EXPECT_EQ(claims.log, (Log{"try m-1", "release m-1 7"}));
}

TEST_F(claiming_inbox, releases_its_own_claim_before_an_exception_leaves) {
  handler.throws = true;
  EXPECT_THROW((void)inbox.handle_once("m-1", handler), std::runtime_error);
  EXPECT_EQ(claims.log, (Log{"try m-1", "release m-1 7"}));
}

TEST_F(claiming_inbox, does_not_run_the_handler_of_an_id_that_is_done) {
  claims.answer = {.status = Claim::Status::done, .owner = {}};
  EXPECT_EQ(inbox.handle_once("m-1", handler), Delivery::duplicate());
  EXPECT_EQ(claims.log, (Log{"try m-1"}));
  EXPECT_EQ(handler.runs, 0);
}

TEST_F(claiming_inbox, does_not_run_the_handler_of_an_id_in_flight) {
  claims.answer = {.status = Claim::Status::in_flight, .owner = {}};
  EXPECT_EQ(inbox.handle_once("m-1", handler), Delivery::in_flight());
  EXPECT_EQ(claims.log, (Log{"try m-1"}));
  EXPECT_EQ(handler.runs, 0);
}

TEST_F(claiming_inbox, does_not_acknowledge_what_it_did_under_a_lost_claim) {
  claims.still_owned = false;
  const Delivery delivery = inbox.handle_once("m-1", handler);
  EXPECT_EQ(delivery.cause, FailureCause::claim_lost);
  EXPECT_FALSE(delivery.may_acknowledge());
}

TEST_F(claiming_inbox, refuses_an_empty_id_without_asking_the_store) {
  EXPECT_EQ(inbox.handle_once("", handler), Delivery::empty_message_id());
  EXPECT_TRUE(claims.log.empty());
}

}  // namespace
}  // namespace oncelab::messaging
