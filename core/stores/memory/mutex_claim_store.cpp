#include <oncelab/core/stores/memory/mutex_claim_store.hpp>

namespace oncelab::stores {

using api::BeginResult;
using api::ClaimKey;
using api::EndResult;
using api::OwnerToken;

BeginResult MutexClaimStore::begin(const ClaimKey& key, const api::Fingerprint& fingerprint,
                                   api::Lease lease) {
  const std::lock_guard hold(mutex_);
  return claims_.begin(key, {.fingerprint = fingerprint, .lease = lease, .now = clock_.now()});
}

EndResult MutexClaimStore::finish(const ClaimKey& key, OwnerToken owner,
                                  const api::Response& response) {
  const std::lock_guard hold(mutex_);
  return claims_.finish(key, owner, response);
}

EndResult MutexClaimStore::release(const ClaimKey& key, OwnerToken owner) {
  const std::lock_guard hold(mutex_);
  return claims_.release(key, owner);
}

}  // namespace oncelab::stores
