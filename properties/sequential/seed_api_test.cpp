// What the contract of the API layer says in passing; seed_composition_test.cpp lists all of it.
#include <gtest/gtest.h>

#include <functional>
#include <oncelab/core/layers/api/idempotent_handler.hpp>
#include <oncelab/core/stores/memory/manual_clock.hpp>
#include <oncelab/core/stores/memory/mutex_claim_store.hpp>
#include <ostream>
#include <string>

namespace oncelab::api {

static void PrintTo(const Profile* profile, std::ostream* out) { *out << profile->name; }

}  // namespace oncelab::api

namespace oncelab::properties {
namespace {

using api::Answer;
using api::AnswerKind;
using api::Problem;
using api::Request;
using api::Response;

class CountingHandler final : public api::Handler {
 public:
  Response handle(const Request& request) override {
    ++runs;
    return body(request);
  }

  std::function<Response(const Request&)> body = [](const Request&) { return Response{}; };
  int runs = 0;
};

/// A store that cannot be reached.
class UnreachableClaims final : public api::ClaimStore {
 public:
  api::BeginResult begin(const api::ClaimKey&, const api::Fingerprint&, api::Lease) override {
    return api::Unavailable{};
  }
  api::EndResult finish(const api::ClaimKey&, api::OwnerToken, const Response&) override {
    return api::EndResult::unavailable;
  }
  api::EndResult release(const api::ClaimKey&, api::OwnerToken) override {
    return api::EndResult::unavailable;
  }
};

class seed_api : public testing::TestWithParam<const api::Profile*> {
 protected:
  Request request{.method = "POST",
                  .target = "/api/v1/orders",
                  .headers = {{"Idempotency-Key", "key-1"}},
                  .body = R"({"sku":"a"})"};
  stores::ManualClock clock;
  stores::MutexClaimStore claims{clock};
  CountingHandler next;
  api::IdempotentHandler layer{claims, next, *GetParam()};
};

TEST_P(seed_api, another_method_or_path_under_a_key_is_a_conflict) {
  EXPECT_EQ(layer.answer(request).kind, AnswerKind::executed);
  Request other_method = request;
  other_method.method = "PATCH";
  Request other_path = request;
  other_path.target = "/api/v1/refunds";
  for (const Request& other : {other_method, other_path}) {
    const Answer answer = layer.answer(other);
    EXPECT_EQ(answer.problem, Problem::key_reused);
    EXPECT_EQ(answer.response.status, 409);
    EXPECT_FALSE(api::find_header(answer.response.headers, api::replay_marker).has_value());
  }
  EXPECT_EQ(next.runs, 1);
}

TEST_P(seed_api, a_client_that_was_told_in_flight_may_ask_again_later) {
  Answer during;
  next.body = [&](const Request& running) {
    if (next.runs == 1) {
      during = layer.answer(running);
    }
    return Response{.status = 201, .headers = {}, .body = "o-1"};
  };
  const Answer first = layer.answer(request);
  EXPECT_EQ(during.problem, Problem::in_flight);
  EXPECT_EQ(during.response.status, 409);
  const Answer later = layer.answer(request);
  EXPECT_EQ(later.kind, AnswerKind::replayed);
  EXPECT_EQ(later.response.status, first.response.status);
  EXPECT_EQ(later.response.body, first.response.body);
  EXPECT_EQ(next.runs, 1);
}

TEST_P(seed_api, in_flight_ends_with_a_failure_too) {
  next.body = [&](const Request& running) {
    EXPECT_TRUE(next.runs > 1 || layer.answer(running).problem == Problem::in_flight);
    return Response{.status = next.runs == 1 ? 500 : 201, .headers = {}, .body = {}};
  };
  EXPECT_EQ(layer.answer(request).response.status, 500);
  EXPECT_EQ(layer.answer(request).response.status, 201);
  EXPECT_EQ(next.runs, 2);
}

TEST_P(seed_api, a_passing_failure_is_not_replayed_for_ever) {
  next.body = [this](const Request&) {
    return Response{.status = next.runs <= 3 ? 503 : 201, .headers = {}, .body = {}};
  };
  for (int attempt = 1; attempt <= 3; ++attempt) {
    EXPECT_EQ(layer.answer(request).response.status, 503);
    EXPECT_EQ(next.runs, attempt);
  }
  EXPECT_EQ(layer.answer(request).kind, AnswerKind::executed);
  EXPECT_EQ(layer.answer(request).kind, AnswerKind::replayed);
  EXPECT_EQ(next.runs, 4);
}

TEST_P(seed_api, after_a_failure_the_key_is_free_for_another_request) {
  next.body = [this](const Request&) {
    return Response{.status = next.runs == 1 ? 500 : 201, .headers = {}, .body = {}};
  };
  EXPECT_EQ(layer.answer(request).response.status, 500);
  Request other = request;
  other.body = R"({"sku":"b"})";
  EXPECT_EQ(layer.answer(other).response.status, 201);
  EXPECT_EQ(layer.answer(request).problem, Problem::key_reused);
}

TEST_P(seed_api, an_empty_answer_is_a_result_and_is_replayed) {
  EXPECT_EQ(Response{}.status, 200);
  for (const int status : {Response{}.status, 204}) {
    next.runs = 0;
    next.body = [status](const Request&) {
      return Response{.status = status, .headers = {}, .body = {}};
    };
    request.headers = {{"Idempotency-Key", "key of " + std::to_string(status)}};
    EXPECT_EQ(layer.answer(request).kind, AnswerKind::executed);
    const Answer again = layer.answer(request);
    EXPECT_EQ(again.kind, AnswerKind::replayed);
    EXPECT_EQ(again.response.status, status);
    EXPECT_EQ(again.response.body, "");
    EXPECT_EQ(next.runs, 1);
  }
}

TEST_P(seed_api, the_handler_gets_the_body_although_the_layer_has_read_it) {
  std::string seen;
  next.body = [&seen](const Request& given) {
    seen = given.body;
    return Response{};
  };
  EXPECT_EQ(layer.answer(request).kind, AnswerKind::executed);
  EXPECT_EQ(seen, request.body);
}

TEST_P(seed_api, without_a_scope_two_tenants_who_choose_one_key_meet) {
  next.body = [](const Request& asked) {
    return Response{.status = 201,
                    .headers = {},
                    .body = std::string(api::find_header(asked.headers, "Tenant").value_or(""))};
  };
  Request of_acme = request;
  of_acme.headers.push_back({"Tenant", "acme"});
  Request of_globex = request;
  of_globex.headers.push_back({"Tenant", "globex"});
  EXPECT_EQ(layer.answer(of_acme).response.body, "acme");
  EXPECT_EQ(layer.answer(of_globex).response.body, "acme");  // why the gateway must add a scope
  api::IdempotentHandler scoped(claims, next, *GetParam(), [](const Request& asked) {
    return std::string(api::find_header(asked.headers, "Tenant").value_or(""));
  });
  EXPECT_EQ(scoped.answer(of_acme).response.body, "acme");
  EXPECT_EQ(scoped.answer(of_globex).response.body, "globex");
}

INSTANTIATE_TEST_SUITE_P(profiles, seed_api, testing::ValuesIn(api::profiles()),
                         testing::PrintToStringParamName());

TEST(seed_api_store, that_is_down_is_told_in_the_words_of_the_seed) {
  UnreachableClaims claims;
  CountingHandler next;
  api::IdempotentHandler layer(claims, next, api::seed_profile);
  const Response response = layer.handle(
      {.method = "POST", .target = "/", .headers = {{"Idempotency-Key", "key-1"}}, .body = {}});
  EXPECT_EQ(response.status, 503);
  EXPECT_EQ(response.body, "idempotency store unavailable\n");
  EXPECT_EQ(next.runs, 0);
}

}  // namespace
}  // namespace oncelab::properties
