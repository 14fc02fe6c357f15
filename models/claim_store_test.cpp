#include <gtest/gtest.h>

#include <oncelab/models/recording.hpp>
#include <oncelab/models/registry.hpp>

namespace oncelab::models {
namespace {

class ClaimStoreTest : public testing::Test {
 protected:
  void begin(Words input, Words output) {
    recording_.answers(recording_.call(0, "begin", "k1", input), output);
  }
  void finish(Words input, Words output) {
    recording_.answers(recording_.call(0, "finish", "k1", input), output);
  }
  void release(Words input, Words output) {
    recording_.answers(recording_.call(0, "release", "k1", input), output);
  }
  history::OperationIndex lose(std::string_view f, Words input) {
    const auto operation = recording_.call(1, f, "k1", input);
    recording_.gives_up(operation);
    return operation;
  }
  std::string verdict() { return recording_.verdict(*checker_); }
  std::string objection() { return recording_.objection(*checker_); }

  Recording recording_;
  std::unique_ptr<check::Checker> checker_ = *make("claim-store", {});
};

TEST_F(ClaimStoreTest, a_key_is_claimed_finished_and_replayed) {
  begin({"f1"}, {"started", 1, 0});
  begin({"f1"}, {"in_flight", 5});
  begin({"f2"}, {"mismatch"});
  finish({1, "r1"}, {"ok"});
  begin({"f1"}, {"replay", "r1"});
  begin({"f2"}, {"mismatch"});
  finish({1, "r1"}, {"lost_claim"});
  release({1}, {"lost_claim"});
  begin({"f1"}, {"replay", "r1"});
  EXPECT_EQ(verdict(), "held");
  begin({"f1"}, {"replay", "r2"});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(), "replayed r2 to f1, but key k1 was completed with r1 for f1");
}

TEST_F(ClaimStoreTest, two_claims_at_once_are_one_too_many) {
  const auto a = recording_.call(0, "begin", "k1", {"f1"});
  const auto b = recording_.call(1, "begin", "k1", {"f1"});
  recording_.answers(a, {"started", 1, 10});
  recording_.answers(b, {"started", 2, 10});
  EXPECT_EQ(recording_.explanation(*checker_), R"(violated: claim-store, key k1
The first 4 events cannot be explained; fewer can. Event 4 is the return of
  #1 client 1: begin f1 key k1 -> [started,2,10]
The longest order that explains a part of it:
    at first                                         free
    #0 client 0: begin f1 key k1 -> [started,1,10]   claimed by owner 1 for f1
What cannot follow:
    #1 client 1: begin f1 key k1 -> [started,2,10]
      started f1 at 10 ms, but key k1 was claimed by owner 1 for f1
      it could have come until #0 client 0: begin f1 key k1 -> [started,1,10]
These 2 answers contradict each other, whatever all other operations did:
    #0 client 0: begin f1 key k1 -> [started,1,10]
    #1 client 1: begin f1 key k1 -> [started,2,10]
)");
}

TEST_F(ClaimStoreTest, a_released_key_is_free_of_its_fingerprint) {
  begin({"f1"}, {"started", 1});
  release({1}, {"ok"});
  begin({"f2"}, {"started", 2});
  release({1}, {"lost_claim"});
  EXPECT_EQ(verdict(), "held");
  begin({"f1"}, {"in_flight"});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(), "answered in_flight to f1, but key k1 was claimed by owner 2 for f2");
}

TEST_F(ClaimStoreTest, a_lease_lasts_until_just_before_its_end) {
  begin({"f1", 100}, {"started", 1, 10});
  begin({"f1", 100}, {"in_flight", 109});
  begin({"f1", 100}, {"started", 2, 110});
  EXPECT_EQ(verdict(), "held");
  begin({"f1", 100}, {"started", 3, 209});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(),
            "started f1 at 209 ms, but key k1 was claimed by owner 2 for f1 until 210 ms");
}

TEST_F(ClaimStoreTest, in_flight_after_the_end_of_a_lease_is_wrong) {
  begin({"f1", 100}, {"started", 1, 10});
  begin({"f1", 100}, {"in_flight", 110});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(),
            "answered in_flight to f1 at 110 ms, but key k1 was claimed by owner 1 for f1 until "
            "110 ms");
}

TEST_F(ClaimStoreTest, without_a_time_both_answers_are_allowed) {
  begin({"f1", 100}, {"started", 1, 10});
  begin({"f1", 100}, {"in_flight"});
  begin({"f1", 100}, {"started", 2});
  begin({"f1", 100}, {"in_flight", 100'000});
  begin({"f1"}, {"started", 3, 0});
  EXPECT_EQ(verdict(), "held");
  begin({"f1", 100}, {"started", 4});  // the last claim has no lease
  EXPECT_EQ(verdict(), "violated");
}

TEST_F(ClaimStoreTest, a_lease_may_end_with_the_end_of_time) {
  constexpr std::int64_t end = std::numeric_limits<std::int64_t>::max();
  begin({"f1", end}, {"started", 1, 10});
  begin({"f1", end}, {"in_flight", end - 1});
  EXPECT_EQ(verdict(), "held");
}

TEST_F(ClaimStoreTest, another_fingerprint_never_takes_over) {
  begin({"f1", 100}, {"started", 1, 0});
  begin({"f2", 100}, {"mismatch"});
  EXPECT_EQ(verdict(), "held");
  begin({"f2", 100}, {"started", 2, 500});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(),
            "started f2 at 500 ms, but key k1 was claimed by owner 1 for f1 until 100 ms");
}

TEST_F(ClaimStoreTest, a_late_owner_holds_its_claim_until_somebody_takes_it_over) {
  begin({"f1", 100}, {"started", 1, 0});
  begin({"f1", 100}, {"started", 2, 500});
  finish({1, "r1"}, {"lost_claim"});
  begin({"f1", 100}, {"in_flight", 501});
  finish({2, "r2"}, {"ok"});  // its lease is over, but who knows
  EXPECT_EQ(verdict(), "held");
  finish({1, "r1"}, {"ok"});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(), "let owner 1 finish, but key k1 was completed with r2 for f1");
}

TEST_F(ClaimStoreTest, who_holds_the_claim_is_not_told_that_it_is_lost) {
  begin({"f1"}, {"started", 1});
  release({1}, {"lost_claim"});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(),
            "told owner 1 that its claim was lost, but key k1 was claimed by owner 1 for f1");
}

TEST_F(ClaimStoreTest, two_claims_in_a_row_have_different_owners) {
  begin({"f1"}, {"started", 1});
  release({1}, {"ok"});
  begin({"f1"}, {"started", 1});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(), "started f1 as owner 1, but the claim before had the same owner");
}

TEST_F(ClaimStoreTest, a_lost_begin_may_have_claimed_for_an_owner_nobody_knows) {
  lose("begin", {"f1", 100});
  begin({"f1", 100}, {"in_flight", 5'000});
  finish({7, "r1"}, {"lost_claim"});
  finish({8, "r2"}, {"ok"});
  begin({"f1", 100}, {"replay", "r2"});
  EXPECT_EQ(verdict(), "held");
}

TEST_F(ClaimStoreTest, a_lost_begin_has_not_the_owner_of_the_claim_before) {
  begin({"f1", 100}, {"started", 1, 0});
  lose("begin", {"f1"});
  finish({1, "r1"}, {"lost_claim"});
  EXPECT_EQ(verdict(), "held");
  finish({1, "r1"}, {"ok"});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(), "let owner 1 finish, but key k1 was claimed by an unknown owner for f1");
}

TEST_F(ClaimStoreTest, a_lost_begin_without_a_lease_is_never_taken_over) {
  lose("begin", {"f1"});
  begin({"f1"}, {"in_flight"});
  EXPECT_EQ(verdict(), "held");
  begin({"f1"}, {"started", 1});
  EXPECT_EQ(verdict(), "violated");
}

TEST_F(ClaimStoreTest, a_lost_end_may_have_been_one) {
  begin({"f1"}, {"started", 1});
  lose("finish", {1, "r1"});
  lose("release", {1});
  begin({"f1"}, {"in_flight"});
  EXPECT_EQ(verdict(), "held");
  begin({"f1"}, {"replay", "r1"});
  EXPECT_EQ(verdict(), "held");
  begin({"f2"}, {"started", 2});
  EXPECT_EQ(verdict(), "violated");
}

TEST_F(ClaimStoreTest, keys_are_independent) {
  begin({"f1"}, {"started", 1});
  recording_.answers(recording_.call(0, "begin", "k2", {"f2"}), {"started", 1});
  EXPECT_EQ(verdict(), "held");
}

TEST_F(ClaimStoreTest, a_response_may_be_a_number) {
  begin({"f1"}, {"started", 1});
  finish({1, 200}, {"ok"});
  begin({"f1"}, {"replay", 200});
  EXPECT_EQ(verdict(), "held");
}

TEST_F(ClaimStoreTest, what_it_does_not_know_is_not_in_the_model) {
  const auto refuses = [](std::string_view f, Words input, Words output) {
    Recording recording;
    recording.answers(recording.call(0, f, "k1", input), output);
    return recording.verdict(**make("claim-store", {})).find("is not one of claim-store's") !=
           std::string::npos;
  };
  EXPECT_TRUE(refuses("renew", {1}, {"ok"}));
  EXPECT_TRUE(refuses("begin", {}, {"mismatch"}));
  EXPECT_TRUE(refuses("begin", {1, 100}, {"mismatch"}));
  EXPECT_TRUE(refuses("begin", {"f1", "soon"}, {"mismatch"}));
  EXPECT_TRUE(refuses("begin", {"f1", -1}, {"mismatch"}));
  EXPECT_TRUE(refuses("begin", {"f1", 100, 3}, {"mismatch"}));
  EXPECT_TRUE(refuses("begin", {"f1"}, {"started"}));
  EXPECT_TRUE(refuses("begin", {"f1"}, {"started", "me"}));
  EXPECT_TRUE(refuses("begin", {"f1"}, {"started", 1, "now"}));
  EXPECT_TRUE(refuses("begin", {"f1"}, {"started", 1, 2, 3}));
  EXPECT_TRUE(refuses("begin", {"f1"}, {"replay"}));
  EXPECT_TRUE(refuses("begin", {"f1"}, {"mismatch", 3}));
  EXPECT_TRUE(refuses("begin", {"f1"}, {}));
  EXPECT_TRUE(refuses("finish", {1}, {"ok"}));
  EXPECT_TRUE(refuses("finish", {1, "r1"}, {"done"}));
  EXPECT_TRUE(refuses("release", {"me"}, {"ok"}));
  EXPECT_FALSE(refuses("release", {1}, {"lost_claim"}));
}

}  // namespace
}  // namespace oncelab::models
