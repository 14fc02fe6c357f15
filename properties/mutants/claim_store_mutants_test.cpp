// A mutant has one fault. Calls one after the other must not tell it from the right store; that two
// calls at once do is shown by the scenarios.
#include <gtest/gtest.h>

#include <oncelab/core/layers/api/claim_store.hpp>
#include <oncelab/properties/mutants/look_up_then_insert.hpp>

namespace oncelab::mutants {
namespace {

using api::BeginResult;
using api::ClaimKey;
using api::EndResult;
using api::Fingerprint;
using api::InFlight;
using api::Mismatch;
using api::Replay;
using api::Response;
using api::Started;
using namespace std::chrono_literals;

class ManualClock final : public api::Clock {
 public:
  [[nodiscard]] api::TimePoint now() override { return time; }

  api::TimePoint time;
};

class look_up_then_insert : public testing::Test {
 protected:
  BeginResult begin(const Fingerprint& fingerprint) { return store.begin(key, fingerprint, 100ms); }

  ManualClock clock;
  LookUpThenInsertClaimStore store{clock};
  ClaimKey key{"", "key-1"};
  Fingerprint f1{"f1"};
  Fingerprint f2{"f2"};
};

TEST_F(look_up_then_insert, is_right_about_a_key_that_is_not_free) {
  const auto owner = std::get<Started>(begin(f1)).owner;
  EXPECT_EQ(begin(f1), BeginResult(InFlight{100ms}));
  EXPECT_EQ(begin(f2), BeginResult(Mismatch{}));
  EXPECT_EQ(store.finish(key, owner, Response{}), EndResult::ok);
  EXPECT_EQ(begin(f1), BeginResult(Replay{}));
  EXPECT_EQ(begin(f2), BeginResult(Mismatch{}));
}

TEST_F(look_up_then_insert, is_right_about_owners) {
  const auto first = std::get<Started>(begin(f1)).owner;
  clock.time += 100ms;
  const auto second = std::get<Started>(begin(f1)).owner;
  EXPECT_NE(first, second);
  EXPECT_EQ(store.finish(key, first, Response{}), EndResult::lost_claim);
  EXPECT_EQ(store.release(key, first), EndResult::lost_claim);
  EXPECT_EQ(store.release(key, second), EndResult::ok);
  EXPECT_TRUE(std::holds_alternative<Started>(begin(f2)));
}

}  // namespace
}  // namespace oncelab::mutants
