#include <gtest/gtest.h>

#include <future>
#include <oncelab/core/stores/memory/memory_claim_store.hpp>

namespace oncelab::stores {
namespace {

using messaging::Claim;
using messaging::OwnerToken;
using messaging::WhenClaimed;
using Status = messaging::Claim::Status;

class memory_claim_store : public testing::Test {
 protected:
  Claim try_claim() { return claims.claim("m-1", WhenClaimed::reject); }
  std::future<Claim> wait_for_claim() {
    return std::async(std::launch::async,
                      [this] { return claims.claim("m-1", WhenClaimed::wait); });
  }

  MemoryClaimStore claims;
};

TEST_F(memory_claim_store, grants_a_free_id_once) {
  EXPECT_EQ(try_claim().status, Status::granted);
  EXPECT_EQ(try_claim().status, Status::in_flight);
  EXPECT_EQ(claims.claim("m-2", WhenClaimed::reject).status, Status::granted);
}

TEST_F(memory_claim_store, a_completed_id_is_done_for_good) {
  const Claim claim = try_claim();
  EXPECT_TRUE(claims.complete("m-1", claim.owner));
  EXPECT_EQ(try_claim().status, Status::done);
  EXPECT_FALSE(claims.release("m-1", claim.owner));
  EXPECT_FALSE(claims.complete("m-1", claim.owner));
  EXPECT_EQ(try_claim().status, Status::done);
}

TEST_F(memory_claim_store, a_released_id_is_free_under_a_new_token) {
  const Claim first = try_claim();
  EXPECT_TRUE(claims.release("m-1", first.owner));
  const Claim second = try_claim();
  EXPECT_EQ(second.status, Status::granted);
  EXPECT_NE(second.owner, first.owner);
}

TEST_F(memory_claim_store, a_former_owner_cannot_touch_its_successors_claim) {
  const Claim first = try_claim();
  EXPECT_TRUE(claims.release("m-1", first.owner));
  const Claim second = try_claim();
  EXPECT_FALSE(claims.complete("m-1", first.owner));
  EXPECT_FALSE(claims.release("m-1", first.owner));
  EXPECT_EQ(try_claim().status, Status::in_flight);
  EXPECT_TRUE(claims.complete("m-1", second.owner));
}

TEST_F(memory_claim_store, an_id_nobody_claimed_has_no_owner) {
  EXPECT_FALSE(claims.complete("m-1", OwnerToken{}));
  EXPECT_FALSE(claims.release("m-1", OwnerToken{}));
  EXPECT_EQ(try_claim().status, Status::granted);
}

TEST_F(memory_claim_store, waiting_claims_all_see_the_completion) {
  const Claim claim = try_claim();
  auto one = wait_for_claim();
  auto other = wait_for_claim();
  EXPECT_TRUE(claims.complete("m-1", claim.owner));
  EXPECT_EQ(one.get().status, Status::done);
  EXPECT_EQ(other.get().status, Status::done);
}

TEST_F(memory_claim_store, a_waiting_claim_takes_over_after_a_release) {
  const Claim claim = try_claim();
  auto waiting = wait_for_claim();
  EXPECT_TRUE(claims.release("m-1", claim.owner));
  EXPECT_EQ(waiting.get().status, Status::granted);
  EXPECT_EQ(try_claim().status, Status::in_flight);
}

TEST_F(memory_claim_store, a_claim_on_another_id_does_not_wait) {
  EXPECT_EQ(try_claim().status, Status::granted);
  EXPECT_EQ(claims.claim("m-2", WhenClaimed::wait).status, Status::granted);
}

}  // namespace
}  // namespace oncelab::stores
