// The algorithm over a store that answers as it is told to. With real stores: core/stores.
#include <gtest/gtest.h>

#include <cstdint>
#include <oncelab/core/layers/api/idempotent_handler.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace oncelab::api {
namespace {

using namespace std::chrono_literals;
using Log = std::vector<std::string>;

std::string number(OwnerToken owner) { return std::to_string(static_cast<std::uint64_t>(owner)); }

class ScriptedClaims final : public ClaimStore {
 public:
  explicit ScriptedClaims(Log& calls) : log(calls) {}

  BeginResult begin(const ClaimKey& key, const Fingerprint& fingerprint, Lease lease) override {
    log.push_back("begin " + key.text());
    last_fingerprint = fingerprint;
    last_lease = lease;
    return begun;
  }
  EndResult finish(const ClaimKey& key, OwnerToken owner, const Response& response) override {
    log.push_back("finish " + key.text() + " " + number(owner));
    last_stored = response;
    return ended;
  }
  EndResult release(const ClaimKey& key, OwnerToken owner) override {
    log.push_back("release " + key.text() + " " + number(owner));
    return ended;
  }

  Log& log;
  BeginResult begun = Started{OwnerToken{7}};
  EndResult ended = EndResult::ok;
  Fingerprint last_fingerprint;
  Lease last_lease;
  Response last_stored;
};

class ScriptedHandler final : public Handler {
 public:
  explicit ScriptedHandler(Log& calls) : log(calls) {}

  Response handle(const Request&) override {
    log.emplace_back("run");
    if (throws) {
      throw std::runtime_error("handler threw");
    }
    return response;
  }

  Log& log;
  bool throws = false;
  Response response{.status = 201,
                    .headers = {{"Content-Type", "application/json"}, {"Set-Cookie", "a=b"}},
                    .body = R"({"id":"o-1"})"};
};

class idempotent_handler : public testing::Test {
 protected:
  Answer answer(const Profile& profile = strict_profile) {
    return IdempotentHandler(claims, handler, profile).answer(request);
  }

  Log log;
  ScriptedClaims claims{log};
  ScriptedHandler handler{log};
  Request request{.method = "POST",
                  .target = "/orders?a=b",
                  .headers = {{"Idempotency-Key", "key-1"}},
                  .body = "{}"};
};

TEST_F(idempotent_handler, claims_runs_and_stores_in_this_order) {
  const Answer answered = answer();
  EXPECT_EQ(answered.kind, AnswerKind::executed);
  EXPECT_EQ(answered.response, handler.response);
  EXPECT_EQ(answered.stored, EndResult::ok);
  EXPECT_EQ(log, (Log{"begin 0:key-1", "run", "finish 0:key-1 7"}));
  EXPECT_EQ(claims.last_fingerprint, fingerprint_of(request, strict_profile));
}

TEST_F(idempotent_handler, claims_under_the_profiles_fingerprint_and_lease) {
  EXPECT_EQ(answer(seed_profile).kind, AnswerKind::executed);
  EXPECT_EQ(claims.last_fingerprint, fingerprint_of(request, seed_profile));
  EXPECT_FALSE(claims.last_lease.has_value());
  EXPECT_EQ(answer(strict_profile).kind, AnswerKind::executed);
  EXPECT_EQ(claims.last_lease, 60s);
}

TEST_F(idempotent_handler, stores_every_answer_of_the_handler_below_500) {
  for (const int status : {200, 204, 304, 400, 404, 409, 422, 429, 499}) {
    handler.response.status = status;
    EXPECT_EQ(answer().response.status, status);
    EXPECT_EQ(claims.last_stored.status, status);
  }
}

TEST_F(idempotent_handler, stores_an_empty_body_as_a_result) {
  handler.response.status = 204;
  handler.response.body.clear();
  EXPECT_EQ(answer().response, handler.response);
  EXPECT_EQ(log.back(), "finish 0:key-1 7");
}

TEST_F(idempotent_handler, releases_after_a_server_error) {
  for (const int status : {500, 502, 503, 599}) {
    log.clear();
    handler.response.status = status;
    const Answer answered = answer();
    EXPECT_EQ(answered.kind, AnswerKind::executed);
    EXPECT_EQ(answered.response, handler.response);
    EXPECT_EQ(log, (Log{"begin 0:key-1", "run", "release 0:key-1 7"}));
  }
}

TEST_F(idempotent_handler, releases_and_rethrows_what_the_handler_throws) {
  handler.throws = true;
  for (const EndResult ended : {EndResult::ok, EndResult::lost_claim, EndResult::unavailable}) {
    log.clear();
    claims.ended = ended;
    EXPECT_THROW((void)answer(), std::runtime_error);
    EXPECT_EQ(log, (Log{"begin 0:key-1", "run", "release 0:key-1 7"}));
  }
}

TEST_F(idempotent_handler, replays_without_running_and_marks_the_replay) {
  claims.begun = Replay{{.status = 404, .headers = {{"ETag", "x"}}, .body = "gone"}};
  const Answer answered = answer();
  EXPECT_EQ(answered.kind, AnswerKind::replayed);
  EXPECT_EQ(answered.response,
            (Response{.status = 404,
                      .headers = {{"ETag", "x"}, {"Idempotent-Replayed", "true"}},
                      .body = "gone"}));
  EXPECT_EQ(log, (Log{"begin 0:key-1"}));
}

TEST_F(idempotent_handler, stores_the_headers_the_profile_replays) {
  EXPECT_EQ(answer(strict_profile).kind, AnswerKind::executed);
  EXPECT_EQ(claims.last_stored.headers, (Headers{{"Content-Type", "application/json"}}));
  EXPECT_EQ(answer(seed_profile).kind, AnswerKind::executed);
  EXPECT_TRUE(claims.last_stored.headers.empty());
}

TEST_F(idempotent_handler, removes_a_marker_the_handler_wrote_in_strict_only) {
  handler.response.headers = {{"idempotent-replayed", "true"}};
  EXPECT_TRUE(answer(strict_profile).response.headers.empty());
  EXPECT_EQ(answer(seed_profile).response.headers, handler.response.headers);
  request.headers.clear();
  EXPECT_TRUE(answer(strict_profile).response.headers.empty());
}

TEST_F(idempotent_handler, refuses_another_request_under_the_key) {
  claims.begun = Mismatch{};
  const Answer answered = answer();
  EXPECT_EQ(answered.kind, AnswerKind::refused);
  EXPECT_EQ(answered.problem, Problem::key_reused);
  EXPECT_EQ(answered.response, response_to(Problem::key_reused, ProblemForm::problem_json));
  EXPECT_EQ(log, (Log{"begin 0:key-1"}));
}

TEST_F(idempotent_handler, refuses_while_the_same_request_is_running) {
  claims.begun = InFlight{30s};
  const Answer answered = answer();
  EXPECT_EQ(answered.problem, Problem::in_flight);
  EXPECT_EQ(answered.response.status, 409);
  EXPECT_EQ(find_header(answered.response.headers, "Retry-After"), "30");
  EXPECT_EQ(log, (Log{"begin 0:key-1"}));
}

TEST_F(idempotent_handler, asks_nobody_to_wait_longer_than_a_lease) {
  claims.begun = InFlight{3600s};
  EXPECT_EQ(find_header(answer().response.headers, "Retry-After"), "60");
}

TEST_F(idempotent_handler, does_not_run_the_handler_unguarded_when_the_store_is_down) {
  claims.begun = Unavailable{};
  const Answer answered = answer();
  EXPECT_EQ(answered.problem, Problem::store_unavailable);
  EXPECT_EQ(answered.response.status, 503);
  EXPECT_EQ(log, (Log{"begin 0:key-1"}));
}

TEST_F(idempotent_handler, returns_the_true_response_even_if_it_was_not_stored) {
  for (const EndResult ended : {EndResult::lost_claim, EndResult::unavailable}) {
    claims.ended = ended;
    const Answer answered = answer();
    EXPECT_EQ(answered.response, handler.response);
    EXPECT_EQ(answered.stored, ended);
  }
}

TEST_F(idempotent_handler, passes_a_request_without_a_key_through) {
  request.headers.clear();
  for (const Profile* profile : profiles()) {
    log.clear();
    const Answer answered = answer(*profile);
    EXPECT_EQ(answered.kind, AnswerKind::passed_through);
    EXPECT_EQ(answered.response, handler.response);
    EXPECT_EQ(log, (Log{"run"}));
  }
}

TEST_F(idempotent_handler, rethrows_from_a_request_without_a_key) {
  request.headers.clear();
  handler.throws = true;
  EXPECT_THROW((void)answer(), std::runtime_error);
  EXPECT_EQ(log, (Log{"run"}));
}

TEST_F(idempotent_handler, ignores_the_key_of_a_method_the_profile_leaves_alone) {
  request.method = "GET";
  request.headers = {{"Idempotency-Key", ""}};
  EXPECT_EQ(answer(strict_profile).kind, AnswerKind::passed_through);
  request.headers = {{"Idempotency-Key", "key-1"}};
  EXPECT_EQ(answer(seed_profile).kind, AnswerKind::executed);
}

TEST_F(idempotent_handler, refuses_a_key_against_the_grammar_before_anything_else) {
  const std::vector<std::pair<Headers, Problem>> cases = {
      {{{"Idempotency-Key", ""}}, Problem::empty_key},
      {{{"Idempotency-Key", std::string(256, 'k')}}, Problem::key_too_long},
      {{{"Idempotency-Key", "k\n"}}, Problem::key_malformed},
      {{{"Idempotency-Key", "a"}, {"Idempotency-Key", "b"}}, Problem::repeated_key}};
  for (const auto& [headers, problem] : cases) {
    request.headers = headers;
    const Answer answered = answer();
    EXPECT_EQ(answered.problem, problem);
    EXPECT_EQ(answered.response.status, 400);
  }
  EXPECT_TRUE(log.empty());
}

TEST_F(idempotent_handler, claims_within_the_scope_of_the_request) {
  IdempotentHandler scoped(claims, handler, strict_profile, [](const Request& asked) {
    return std::string(find_header(asked.headers, "Account").value_or(""));
  });
  request.headers.push_back({"Account", "acme"});
  EXPECT_EQ(scoped.handle(request), handler.response);
  EXPECT_EQ(log.front(), "begin " + ClaimKey("acme", "key-1").text());
}

}  // namespace
}  // namespace oncelab::api
