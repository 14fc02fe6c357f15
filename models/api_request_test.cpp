#include <gtest/gtest.h>

#include <oncelab/models/recording.hpp>
#include <oncelab/models/registry.hpp>

namespace oncelab::models {
namespace {

class ApiRequestTest : public testing::Test {
 protected:
  history::OperationIndex call(unsigned client, Words input) {
    return recording_.call(client, "request", "k1", input);
  }
  void request(Words input, Words output) { recording_.answers(call(0, input), output); }
  void lose(Words input) { recording_.gives_up(call(1, input)); }
  std::string verdict() { return recording_.verdict(*checker_); }
  std::string objection() { return recording_.objection(*checker_); }

  Recording recording_;
  std::unique_ptr<check::Checker> checker_ = *make("api-request", {});
};

TEST_F(ApiRequestTest, one_executes_and_the_others_get_its_response) {
  const auto a = call(0, {"f1"});
  request({"f1"}, {"in_flight"});
  request({"f2"}, {"key_reused"});
  recording_.answers(a, {"executed", "r1"});
  request({"f1"}, {"replayed", "r1"});
  request({"f2"}, {"key_reused"});
  EXPECT_EQ(verdict(), "held");
  request({"f1"}, {"replayed", "r2"});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(), "replayed r2 to f1, but key k1 was completed with r1 for f1");
}

TEST_F(ApiRequestTest, two_executions_are_one_too_many) {
  const auto a = call(0, {"f1"});
  const auto b = call(1, {"f1"});
  recording_.answers(a, {"executed", "r1", 3});
  recording_.answers(b, {"executed", "r1", 4});
  EXPECT_EQ(recording_.explanation(*checker_), R"(violated: api-request, key k1
The first 4 events cannot be explained; fewer can. Event 4 is the return of
  #1 client 1: request f1 key k1 -> [executed,r1,4]
The longest order that explains a part of it:
    at first                                         free
    #0 client 0: request f1 key k1 -> [executed,r1,3] (1 of 2) claimed by client 0 for f1
    #0 client 0: request f1 key k1 -> [executed,r1,3] (2 of 2) completed with r1 for f1
What cannot follow:
    #1 client 1: request f1 key k1 -> [executed,r1,4]
      executed f1 at 4 ms with r1, but key k1 was completed with r1 for f1
      it could have come until #0 client 0: request f1 key k1 -> [executed,r1,3]
These 2 answers contradict each other, whatever all other operations did:
    #0 client 0: request f1 key k1 -> [executed,r1,3]
    #1 client 1: request f1 key k1 -> [executed,r1,4]
)");
}

TEST_F(ApiRequestTest, a_failed_request_frees_the_key) {
  request({"f1"}, {"failed"});
  request({"f2"}, {"failed", 3});
  request({"f1"}, {"executed", "r1"});
  EXPECT_EQ(verdict(), "held");
  request({"f1"}, {"failed"});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(), "executed f1 and failed, but key k1 was completed with r1 for f1");
}

TEST_F(ApiRequestTest, in_flight_and_key_reused_need_another_request) {
  request({"f1"}, {"in_flight", 2});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(), "answered in_flight to f1 at 2 ms, but key k1 was free");
}

TEST_F(ApiRequestTest, key_reused_needs_another_fingerprint) {
  request({"f1"}, {"executed", "r1"});
  request({"f1"}, {"key_reused"});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(), "answered key_reused to f1, but key k1 was completed with r1 for f1");
}

TEST_F(ApiRequestTest, a_lease_that_is_over_can_be_taken_over_and_is_then_lost) {
  const auto a = call(0, {"f1", 100});
  request({"f1", 100}, {"in_flight", 99});
  request({"f1", 100}, {"executed", "r2", 100});
  recording_.answers(a, {"lost", "r1", 0});
  request({"f1", 100}, {"replayed", "r2"});
  EXPECT_EQ(verdict(), "held");
  request({"f1", 100}, {"replayed", "r1"});
  EXPECT_EQ(verdict(), "violated");
}

TEST_F(ApiRequestTest, nobody_takes_over_before_the_lease_is_over) {
  const auto a = call(0, {"f1", 100});
  request({"f1", 100}, {"executed", "r2", 99});
  recording_.answers(a, {"lost", "r1", 0});
  EXPECT_EQ(verdict(), "violated");
}

TEST_F(ApiRequestTest, a_late_completion_is_fine_if_nobody_took_over) {
  const auto a = call(0, {"f1", 100});
  request({"f2", 100}, {"key_reused"});
  recording_.answers(a, {"executed", "r1", 0});
  request({"f1", 100}, {"replayed", "r1"});
  EXPECT_EQ(verdict(), "held");
}

TEST_F(ApiRequestTest, after_a_take_over_the_first_owner_cannot_complete) {
  const auto a = call(0, {"f1", 100});
  request({"f1", 100}, {"executed", "r2", 200});
  recording_.answers(a, {"executed", "r1", 0});
  EXPECT_EQ(verdict(), "violated");
}

TEST_F(ApiRequestTest, a_claim_is_lost_only_to_somebody) {
  request({"f1", 100}, {"lost", "r1", 0});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(),
            "executed f1 at 0 ms with r1 and lost its claim, but nobody had taken it over: key k1 "
            "was claimed by client 0 for f1 until 100 ms");
}

TEST_F(ApiRequestTest, a_failure_may_lose_its_claim_too) {
  const auto a = call(0, {"f1", 100});
  request({"f1", 100}, {"failed", 150});
  recording_.answers(a, {"lost_failure", 0});
  request({"f2"}, {"executed", "r2", 151});
  EXPECT_EQ(verdict(), "held");
}

TEST_F(ApiRequestTest, an_exception_released_its_claim_or_had_lost_it) {
  const auto a = call(0, {"f1", 100});
  request({"f1", 100}, {"in_flight", 50});
  recording_.answers(a, {"threw", 0});
  request({"f2"}, {"executed", "r2", 60});
  EXPECT_EQ(verdict(), "held");
  const auto b = call(0, {"f2", 100});
  recording_.answers(b, {"threw", 100});
  EXPECT_EQ(verdict(), "violated");  // the key is completed
}

TEST_F(ApiRequestTest, an_exception_may_come_after_a_take_over) {
  const auto a = call(0, {"f1", 100});
  request({"f1", 100}, {"executed", "r1", 150});
  recording_.answers(a, {"threw", 0});
  request({"f1", 100}, {"replayed", "r1"});
  EXPECT_EQ(verdict(), "held");
}

TEST_F(ApiRequestTest, a_lost_answer_may_be_an_execution_or_a_failure_or_neither) {
  lose({"f1"});
  request({"f1"}, {"in_flight"});
  EXPECT_EQ(verdict(), "held");
  Recording up_to_here = recording_;
  request({"f1"}, {"replayed", "r1"});
  EXPECT_EQ(verdict(), "held");
  recording_ = up_to_here;
  request({"f1"}, {"executed", "r1"});
  EXPECT_EQ(verdict(), "held");
  request({"f1"}, {"in_flight"});
  EXPECT_EQ(verdict(), "violated");
}

TEST_F(ApiRequestTest, a_response_that_nobody_saw_is_one_response) {
  lose({"f1"});
  request({"f1"}, {"replayed", "r1"});
  request({"f1"}, {"replayed", "r1"});
  EXPECT_EQ(verdict(), "held");
  request({"f1"}, {"replayed", "r2"});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(), "replayed r2 to f1, but key k1 was completed with r1 for f1");
}

TEST_F(ApiRequestTest, a_lost_answer_may_have_taken_over) {
  const auto a = call(0, {"f1", 100});
  lose({"f1", 100});
  recording_.answers(a, {"lost", "r1", 0});
  request({"f1", 100}, {"executed", "r2", 5});  // the other's lease has an unknown end
  EXPECT_EQ(verdict(), "held");
}

TEST_F(ApiRequestTest, without_a_key_nothing_is_shared) {
  const auto without_key = [&](Words output) {
    recording_.answers(recording_.call(0, "request", "", {"f1"}), output);
  };
  without_key({"executed", "r1"});
  without_key({"executed", "r1", 7});
  without_key({"failed"});
  EXPECT_EQ(verdict(), "held");
  without_key({"replayed", "r1"});
  EXPECT_EQ(verdict(), "violated");
  EXPECT_EQ(objection(),
            "replayed r1 to f1, but a request without a key has nothing to do with others");
}

TEST_F(ApiRequestTest, what_it_does_not_know_is_not_in_the_model) {
  const auto refuses = [](std::string_view f, Words input, Words output) {
    Recording recording;
    recording.answers(recording.call(0, f, "k1", input), output);
    return recording.verdict(**make("api-request", {})).find("is not one of api-request's") !=
           std::string::npos;
  };
  EXPECT_TRUE(refuses("requests", {"f1"}, {"failed"}));
  EXPECT_TRUE(refuses("request", {}, {"failed"}));
  EXPECT_TRUE(refuses("request", {"f1"}, {"executed"}));
  EXPECT_TRUE(refuses("request", {"f1"}, {"executed", "r1", "now"}));
  EXPECT_TRUE(refuses("request", {"f1"}, {"executed", "r1", 3, 4}));
  EXPECT_TRUE(refuses("request", {"f1"}, {"replayed", "r1", 3}));
  EXPECT_TRUE(refuses("request", {"f1"}, {"key_reused", 3}));
  EXPECT_TRUE(refuses("request", {"f1"}, {"duplicate"}));
  EXPECT_TRUE(refuses("request", {"f1"}, {}));
  EXPECT_FALSE(refuses("request", {"f1"}, {"executed", 200, 3}));
}

}  // namespace
}  // namespace oncelab::models
