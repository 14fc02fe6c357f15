// The whole API layer over the memory stores: profile seed first, then what strict adds.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <oncelab/core/layers/api/idempotent_handler.hpp>
#include <oncelab/core/stores/memory/api_claims.hpp>
#include <oncelab/core/stores/memory/manual_clock.hpp>
#include <ostream>
#include <stdexcept>
#include <string>

namespace oncelab::stores {

static void PrintTo(ApiClaimsVariant variant, std::ostream* out) { *out << name_of(variant); }

namespace {

using api::Answer;
using api::AnswerKind;
using api::IdempotentHandler;
using api::Problem;
using api::Request;
using api::Response;

/// Calls `body` with the number of the run, from 1.
class CountingHandler final : public api::Handler {
 public:
  std::function<Response(int run)> body = [](int) {
    return Response{.status = 201, .headers = {}, .body = R"({"id":"o-1"})"};
  };
  int calls = 0;

  Response handle(const Request&) override { return body(++calls); }
};

Request post(const std::string& key, const std::string& body) {
  return {.method = "POST",
          .target = "/api/v1/orders",
          .headers = {{"Idempotency-Key", key}},
          .body = body};
}

std::string marker_of(const Response& response) {
  return std::string(api::find_header(response.headers, "Idempotent-Replayed").value_or(""));
}

class api_handler : public testing::TestWithParam<ApiClaimsVariant> {
 protected:
  Response send(const Request& request) { return seed.handle(request); }

  ManualClock clock;
  std::unique_ptr<api::ClaimStore> claims = make_api_claim_store(GetParam(), clock);
  CountingHandler next;
  IdempotentHandler seed{*claims, next, api::seed_profile};
  IdempotentHandler strict{*claims, next, api::strict_profile};
};

TEST_P(api_handler, duplicate_request_runs_handler_once) {
  const Response first = send(post("key-1", R"({"sku":"a"})"));
  const Response second = send(post("key-1", R"({"sku":"a"})"));
  EXPECT_EQ(next.calls, 1);
  EXPECT_EQ(second.status, 201);
  EXPECT_EQ(second.body, first.body);
  EXPECT_EQ(marker_of(second), "true");
  EXPECT_EQ(marker_of(first), "");
  const Response conflict = send(post("key-1", R"({"sku":"b"})"));
  EXPECT_EQ(conflict.status, 409);
  EXPECT_EQ(conflict.body, "idempotency key reused with different request\n");
  EXPECT_EQ(next.calls, 1);
}

TEST_P(api_handler, server_error_is_not_cached) {
  next.body = [](int run) {
    return run == 1 ? Response{.status = 500, .headers = {}, .body = "boom\n"}
                    : Response{.status = 201, .headers = {}, .body = {}};
  };
  EXPECT_EQ(send(post("key-1", "{}")).status, 500);
  EXPECT_EQ(send(post("key-1", "{}")).status, 201);
  EXPECT_EQ(next.calls, 2);
  EXPECT_EQ(marker_of(send(post("key-1", "{}"))), "true");
  EXPECT_EQ(next.calls, 2);
}

TEST_P(api_handler, request_in_flight_is_a_conflict) {
  Response during;
  next.body = [&](int run) {
    if (run == 1) {
      during = send(post("key-1", "{}"));
    }
    return Response{.status = 201, .headers = {}, .body = {}};
  };
  EXPECT_EQ(send(post("key-1", "{}")).status, 201);
  EXPECT_EQ(during.status, 409);
  EXPECT_EQ(during.body, "idempotent request already in flight\n");
  EXPECT_EQ(next.calls, 1);
  EXPECT_EQ(marker_of(send(post("key-1", "{}"))), "true");
}

TEST_P(api_handler, another_request_during_the_first_is_told_to_change_its_key) {
  Answer during;
  next.body = [&](int) {
    during = strict.answer(post("key-1", "other"));
    return Response{};
  };
  EXPECT_EQ(strict.handle(post("key-1", "{}")).status, 200);
  EXPECT_EQ(during.problem, Problem::key_reused);
  EXPECT_EQ(next.calls, 1);
}

TEST_P(api_handler, another_key_is_another_request) {
  EXPECT_EQ(send(post("key-1", "{}")).status, 201);
  EXPECT_EQ(marker_of(send(post("key-2", "{}"))), "");
  EXPECT_EQ(next.calls, 2);
}

TEST_P(api_handler, request_without_a_key_always_runs) {
  for (int i = 1; i <= 3; ++i) {
    EXPECT_EQ(marker_of(send(post("", "{}"))), "");
    EXPECT_EQ(next.calls, i);
  }
}

TEST_P(api_handler, client_error_of_the_handler_is_replayed) {
  next.body = [](int) { return Response{.status = 422, .headers = {}, .body = "no such sku"}; };
  EXPECT_EQ(send(post("key-1", "{}")).status, 422);
  const Response second = send(post("key-1", "{}"));
  EXPECT_EQ(second.status, 422);
  EXPECT_EQ(second.body, "no such sku");
  EXPECT_EQ(next.calls, 1);
}

TEST_P(api_handler, own_answers_are_not_stored) {
  EXPECT_EQ(send(post("key-1", "{}")).status, 201);
  EXPECT_EQ(send(post("key-1", "other")).status, 409);
  const Response again = send(post("key-1", "{}"));
  EXPECT_EQ(again.status, 201);
  EXPECT_EQ(marker_of(again), "true");
  EXPECT_EQ(strict.handle(post("", "{}")).status, 400);
  EXPECT_EQ(strict.handle(post("", "{}")).status, 400);
  EXPECT_EQ(next.calls, 1);
}

TEST_P(api_handler, seed_ignores_the_query_and_strict_does_not) {
  Request request = post("key-1", "{}");
  Request dry_run = request;
  dry_run.target += "?dry=1";
  EXPECT_EQ(send(request).status, 201);
  EXPECT_EQ(marker_of(send(dry_run)), "true");
  request = post("key-2", "{}");
  dry_run.headers = request.headers;
  EXPECT_EQ(strict.handle(request).status, 201);
  EXPECT_EQ(strict.answer(dry_run).problem, Problem::key_reused);
}

TEST_P(api_handler, seed_takes_the_first_of_two_keys) {
  Request request = post("key-1", "{}");
  request.headers.push_back({"Idempotency-Key", "key-2"});
  EXPECT_EQ(send(request).status, 201);
  EXPECT_EQ(marker_of(send(post("key-1", "{}"))), "true");
  EXPECT_EQ(marker_of(send(post("key-2", "{}"))), "");
}

TEST_P(api_handler, seed_replays_every_method_and_no_header) {
  next.body = [](int) { return Response{200, {{"Content-Type", "text/html"}}, "x"}; };
  Request get = post("key-1", "");
  get.method = "GET";
  EXPECT_EQ(send(get).headers, (api::Headers{{"Content-Type", "text/html"}}));
  EXPECT_EQ(send(get).headers, (api::Headers{{"Idempotent-Replayed", "true"}}));
}

TEST_P(api_handler, exception_frees_the_key) {
  next.body = [](int run) {
    if (run == 1) {
      throw std::runtime_error("handler threw");
    }
    return Response{};
  };
  EXPECT_THROW((void)strict.handle(post("key-1", "{}")), std::runtime_error);
  EXPECT_EQ(strict.answer(post("key-1", "{}")).kind, AnswerKind::executed);
  EXPECT_EQ(next.calls, 2);
}

TEST_P(api_handler, slow_request_answers_its_client_and_leaves_the_record_of_who_took_over) {
  Response taken_over;
  next.body = [&](int run) {
    if (run == 1) {
      clock.advance(*api::strict_profile.lease);
      taken_over = strict.handle(post("key-1", "{}"));
    }
    return Response{.status = 200 + run, .headers = {}, .body = {}};
  };
  const Answer slow = strict.answer(post("key-1", "{}"));
  EXPECT_EQ(taken_over.status, 202);
  EXPECT_EQ(slow.response.status, 201);
  EXPECT_EQ(slow.stored, api::EndResult::lost_claim);
  EXPECT_EQ(strict.handle(post("key-1", "{}")).status, 202);
}

TEST_P(api_handler, slow_failure_does_not_free_the_key_of_who_took_over) {
  next.body = [&](int run) {
    if (run == 1) {
      clock.advance(*api::strict_profile.lease);
      EXPECT_EQ(strict.handle(post("key-1", "{}")).status, 201);
      return Response{.status = 500, .headers = {}, .body = {}};
    }
    return Response{.status = 201, .headers = {}, .body = {}};
  };
  EXPECT_EQ(strict.answer(post("key-1", "{}")).stored, api::EndResult::lost_claim);
  EXPECT_EQ(strict.answer(post("key-1", "{}")).kind, AnswerKind::replayed);
  EXPECT_EQ(next.calls, 2);
}

TEST_P(api_handler, scopes_do_not_see_each_others_responses) {
  const auto account = [](const Request& request) {
    return std::string(api::find_header(request.headers, "Account").value_or(""));
  };
  IdempotentHandler scoped(*claims, next, api::strict_profile, account);
  for (const char* name : {"acme", "globex"}) {
    Request request = post("key-1", "{}");
    request.headers.push_back({"Account", name});
    EXPECT_EQ(scoped.answer(request).kind, AnswerKind::executed);
    EXPECT_EQ(scoped.answer(request).kind, AnswerKind::replayed);
  }
  EXPECT_EQ(next.calls, 2);
}

INSTANTIATE_TEST_SUITE_P(variants, api_handler, testing::ValuesIn(api_claims_variants),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace oncelab::stores
