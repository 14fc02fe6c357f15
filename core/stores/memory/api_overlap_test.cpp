// Requests that overlap, on real threads. No test depends on timing: whoever comes first, the
// counts are the same.
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <memory>
#include <oncelab/core/layers/api/idempotent_handler.hpp>
#include <oncelab/core/stores/memory/api_claims.hpp>
#include <oncelab/core/stores/memory/manual_clock.hpp>
#include <oncelab/core/stores/memory/sharded_claim_store.hpp>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace oncelab::stores {

static void PrintTo(ApiClaimsVariant variant, std::ostream* out) { *out << name_of(variant); }

namespace {

using api::Answer;
using api::AnswerKind;
using api::IdempotentHandler;
using api::Problem;
using api::Request;
using api::Response;

constexpr int client_count = 8;

Request post(const std::string& key) {
  return {.method = "POST",
          .target = "/api/v1/orders",
          .headers = {{"Idempotency-Key", key}},
          .body = "{}"};
}

/// A handler that, once running, stays so until it is let go.
class HeldHandler final : public api::Handler {
 public:
  Response handle(const Request&) override {
    ++calls;
    running.count_down();
    let_go.wait();
    return {.status = 201, .headers = {}, .body = "done"};
  }

  std::atomic<int> calls = 0;
  std::latch running{1};
  std::latch let_go{1};
};

class overlapping_requests : public testing::TestWithParam<ApiClaimsVariant> {
 protected:
  ManualClock clock;
  std::unique_ptr<api::ClaimStore> claims = make_api_claim_store(GetParam(), clock);
  HeldHandler next;
  IdempotentHandler handler{*claims, next};
};

TEST_P(overlapping_requests, while_one_runs_the_others_are_in_flight) {
  auto first = std::async(std::launch::async, [this] { return handler.answer(post("key-1")); });
  next.running.wait();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(handler.answer(post("key-1")).problem, Problem::in_flight);
  }
  next.let_go.count_down();
  EXPECT_EQ(first.get().kind, AnswerKind::executed);
  EXPECT_EQ(handler.answer(post("key-1")).kind, AnswerKind::replayed);
  EXPECT_EQ(next.calls, 1);
}

TEST_P(overlapping_requests, of_many_one_runs_the_handler) {
  next.let_go.count_down();
  std::latch start(client_count);
  std::vector<std::future<Answer>> requests;
  requests.reserve(client_count);
  for (int i = 0; i < client_count; ++i) {
    requests.push_back(std::async(std::launch::async, [&] {
      start.arrive_and_wait();
      return handler.answer(post("key-1"));
    }));
  }
  int executed = 0;
  for (auto& request : requests) {
    const Answer answer = request.get();
    executed += answer.kind == AnswerKind::executed ? 1 : 0;
    if (answer.kind == AnswerKind::refused) {
      EXPECT_EQ(answer.problem, Problem::in_flight);
    } else {
      EXPECT_EQ(answer.response.body, "done");
    }
  }
  EXPECT_EQ(executed, 1);
  EXPECT_EQ(next.calls, 1);
}

TEST_P(overlapping_requests, of_many_one_takes_over_when_the_lease_is_over) {
  const api::Fingerprint fingerprint = fingerprint_of(post("key-1"), api::strict_profile);
  const api::ClaimKey key("", "key-1");
  constexpr api::Millis lease{100};
  EXPECT_TRUE(std::holds_alternative<api::Started>(claims->begin(key, fingerprint, lease)));
  clock.advance(lease);
  std::latch start(client_count);
  std::vector<std::future<api::BeginResult>> begins;
  begins.reserve(client_count);
  for (int i = 0; i < client_count; ++i) {
    begins.push_back(std::async(std::launch::async, [&] {
      start.arrive_and_wait();
      return claims->begin(key, fingerprint, lease);
    }));
  }
  int started = 0;
  for (auto& begun : begins) {
    started += std::holds_alternative<api::Started>(begun.get()) ? 1 : 0;
  }
  EXPECT_EQ(started, 1);
}

INSTANTIATE_TEST_SUITE_P(variants, overlapping_requests, testing::ValuesIn(api_claims_variants),
                         testing::PrintToStringParamName());

TEST(sharded_claim_store, uses_its_shards) {
  std::set<std::size_t> used;
  for (int i = 0; i < 1000; ++i) {
    const std::size_t index =
        ShardedClaimStore::shard_index(api::ClaimKey("", "key-" + std::to_string(i)));
    EXPECT_LT(index, ShardedClaimStore::shard_count);
    used.insert(index);
  }
  EXPECT_EQ(used.size(), ShardedClaimStore::shard_count);
}

}  // namespace
}  // namespace oncelab::stores
