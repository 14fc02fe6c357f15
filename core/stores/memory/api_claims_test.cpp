// The contract of api::ClaimStore, one call after the other, for every memory variant.
#include <gtest/gtest.h>

#include <memory>
#include <oncelab/core/stores/memory/api_claims.hpp>
#include <oncelab/core/stores/memory/manual_clock.hpp>
#include <ostream>
#include <set>
#include <string>

namespace oncelab::stores {

static void PrintTo(ApiClaimsVariant variant, std::ostream* out) { *out << name_of(variant); }

namespace {

using api::BeginResult;
using api::ClaimKey;
using api::EndResult;
using api::Fingerprint;
using api::InFlight;
using api::Mismatch;
using api::OwnerToken;
using api::Replay;
using api::Response;
using api::Started;
using namespace std::chrono_literals;

class api_claims : public testing::TestWithParam<ApiClaimsVariant> {
 protected:
  BeginResult begin(const Fingerprint& fingerprint) {
    return store->begin(key, fingerprint, lease);
  }
  OwnerToken started(const Fingerprint& fingerprint) {
    const BeginResult begun = begin(fingerprint);
    EXPECT_TRUE(std::holds_alternative<Started>(begun)) << "alternative " << begun.index();
    return std::holds_alternative<Started>(begun) ? std::get<Started>(begun).owner : OwnerToken{};
  }

  ManualClock clock;
  std::unique_ptr<api::ClaimStore> store = make_api_claim_store(GetParam(), clock);
  ClaimKey key{"", "key-1"};
  api::Lease lease = 100ms;
  Fingerprint f1{"f1"};
  Fingerprint f2{"f2"};
  Response response{
      .status = 201, .headers = {{"Location", "/o-1"}}, .body = std::string("a\0b", 3)};
};

TEST_P(api_claims, a_free_key_is_granted_once) {
  (void)started(f1);
  EXPECT_EQ(begin(f1), BeginResult(InFlight{100ms}));
}

TEST_P(api_claims, the_time_left_shrinks_with_the_lease) {
  (void)started(f1);
  clock.advance(99ms);
  EXPECT_EQ(begin(f1), BeginResult(InFlight{1ms}));
}

TEST_P(api_claims, a_finished_key_replays_what_was_stored) {
  const OwnerToken owner = started(f1);
  EXPECT_EQ(store->finish(key, owner, response), EndResult::ok);
  EXPECT_EQ(begin(f1), BeginResult(Replay{response}));
  EXPECT_EQ(begin(f1), BeginResult(Replay{response}));
}

TEST_P(api_claims, an_empty_response_is_a_response) {
  const Response empty{.status = 204, .headers = {}, .body = {}};
  EXPECT_EQ(store->finish(key, started(f1), empty), EndResult::ok);
  EXPECT_EQ(begin(f1), BeginResult(Replay{empty}));
}

TEST_P(api_claims, a_completed_key_outlives_the_lease) {
  EXPECT_EQ(store->finish(key, started(f1), response), EndResult::ok);
  clock.advance(1'000'000ms);
  EXPECT_EQ(begin(f1), BeginResult(Replay{response}));
}

TEST_P(api_claims, a_released_key_is_free_for_any_request) {
  EXPECT_EQ(store->release(key, started(f1)), EndResult::ok);
  const OwnerToken owner = started(f2);
  EXPECT_EQ(begin(f1), BeginResult(Mismatch{}));
  EXPECT_EQ(store->release(key, owner), EndResult::ok);
  (void)started(f1);
}

TEST_P(api_claims, mismatch_comes_before_everything_else) {
  const OwnerToken owner = started(f1);
  EXPECT_EQ(begin(f2), BeginResult(Mismatch{}));  // in flight
  clock.advance(100ms);
  EXPECT_EQ(begin(f2), BeginResult(Mismatch{}));  // lease over
  EXPECT_EQ(store->finish(key, owner, response), EndResult::ok);
  EXPECT_EQ(begin(f2), BeginResult(Mismatch{}));  // completed
}

TEST_P(api_claims, the_same_request_takes_over_exactly_when_the_lease_is_over) {
  const OwnerToken first = started(f1);
  clock.advance(99ms);
  EXPECT_EQ(begin(f1), BeginResult(InFlight{1ms}));
  clock.advance(1ms);
  const OwnerToken second = started(f1);
  EXPECT_NE(first, second);
  EXPECT_EQ(begin(f1), BeginResult(InFlight{100ms}));
}

TEST_P(api_claims, who_lost_the_claim_changes_nothing) {
  const OwnerToken first = started(f1);
  clock.advance(100ms);
  const OwnerToken second = started(f1);
  EXPECT_EQ(store->finish(key, first, response), EndResult::lost_claim);
  EXPECT_EQ(store->release(key, first), EndResult::lost_claim);
  EXPECT_EQ(begin(f1), BeginResult(InFlight{100ms}));
  Response other = response;
  other.status = 202;
  EXPECT_EQ(store->finish(key, second, other), EndResult::ok);
  EXPECT_EQ(store->finish(key, first, response), EndResult::lost_claim);
  EXPECT_EQ(store->release(key, first), EndResult::lost_claim);
  EXPECT_EQ(begin(f1), BeginResult(Replay{other}));
}

TEST_P(api_claims, the_owner_may_end_late_if_nobody_took_over) {
  const OwnerToken owner = started(f1);
  clock.advance(1'000ms);
  EXPECT_EQ(store->finish(key, owner, response), EndResult::ok);
  EXPECT_EQ(begin(f1), BeginResult(Replay{response}));
}

TEST_P(api_claims, a_claim_ends_once) {
  const OwnerToken owner = started(f1);
  EXPECT_EQ(store->finish(key, owner, response), EndResult::ok);
  EXPECT_EQ(store->finish(key, owner, Response{}), EndResult::lost_claim);
  EXPECT_EQ(store->release(key, owner), EndResult::lost_claim);
  EXPECT_EQ(begin(f1), BeginResult(Replay{response}));
}

TEST_P(api_claims, a_key_nobody_claimed_has_no_owner) {
  EXPECT_EQ(store->finish(key, OwnerToken{}, response), EndResult::lost_claim);
  EXPECT_EQ(store->finish(key, OwnerToken{1}, response), EndResult::lost_claim);
  EXPECT_EQ(store->release(key, OwnerToken{1}), EndResult::lost_claim);
  (void)started(f1);
}

TEST_P(api_claims, without_a_lease_a_claim_stays) {
  lease.reset();
  (void)started(f1);
  clock.advance(1'000'000'000ms);
  EXPECT_EQ(begin(f1), BeginResult(InFlight{0ms}));
}

TEST_P(api_claims, the_longest_lease_does_not_wrap_around) {
  lease = api::Millis::max();
  (void)started(f1);
  clock.advance(1'000'000'000ms);
  EXPECT_TRUE(std::holds_alternative<InFlight>(begin(f1)));
}

TEST_P(api_claims, tokens_of_a_key_never_repeat) {
  std::set<OwnerToken> tokens;
  for (int i = 0; i < 100; ++i) {
    const OwnerToken owner = started(f1);
    EXPECT_TRUE(tokens.insert(owner).second);
    EXPECT_EQ(store->release(key, owner), EndResult::ok);
  }
}

TEST_P(api_claims, keys_and_scopes_have_nothing_to_do_with_each_other) {
  const OwnerToken owner = started(f1);
  EXPECT_EQ(store->finish(key, owner, response), EndResult::ok);
  for (int i = 0; i < 100; ++i) {
    const ClaimKey other("account", "key-" + std::to_string(i));
    EXPECT_EQ(store->finish(other, owner, response), EndResult::lost_claim);
    EXPECT_TRUE(std::holds_alternative<Started>(store->begin(other, f2, lease)));
  }
  EXPECT_EQ(begin(f1), BeginResult(Replay{response}));
}

INSTANTIATE_TEST_SUITE_P(variants, api_claims, testing::ValuesIn(api_claims_variants),
                         testing::PrintToStringParamName());

TEST(api_claims_names, lead_back_to_their_variants) {
  for (const ApiClaimsVariant variant : api_claims_variants) {
    EXPECT_EQ(api_claims_variant_named(name_of(variant)), variant);
  }
  EXPECT_FALSE(api_claims_variant_named("Mutex").has_value());
  EXPECT_FALSE(api_claims_variant_named("").has_value());
}

}  // namespace
}  // namespace oncelab::stores
