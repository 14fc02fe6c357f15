#include <oncelab/properties/mutants/finish_without_owner_check.hpp>

namespace oncelab::mutants {

using api::BeginResult;
using api::ClaimKey;
using api::EndResult;
using api::OwnerToken;

BeginResult FinishWithoutOwnerCheckClaimStore::begin(const ClaimKey& key,
                                                     const api::Fingerprint& fingerprint,
                                                     api::Lease lease) {
  const std::lock_guard hold(mutex_);
  return claims_.begin(key, {.fingerprint = fingerprint, .lease = lease, .now = clock_.now()});
}

EndResult FinishWithoutOwnerCheckClaimStore::finish(const ClaimKey& key, OwnerToken /*owner*/,
                                                    const api::Response& response) {
  const std::lock_guard hold(mutex_);
  // The fault: is it the owner who finishes?
  return claims_.complete(key, response) ? EndResult::ok : EndResult::lost_claim;
}

EndResult FinishWithoutOwnerCheckClaimStore::release(const ClaimKey& key, OwnerToken owner) {
  const std::lock_guard hold(mutex_);
  return claims_.release(key, owner);
}

}  // namespace oncelab::mutants
