#include <oncelab/properties/mutants/look_up_then_insert.hpp>
#include <utility>

namespace oncelab::mutants {

using api::BeginResult;
using api::ClaimKey;
using api::EndResult;
using api::OwnerToken;

BeginResult LookUpThenInsertClaimStore::begin(const ClaimKey& key,
                                              const api::Fingerprint& fingerprint,
                                              api::Lease lease) {
  stores::ClaimTerms terms{.fingerprint = fingerprint, .lease = lease, .now = {}};
  {
    const std::lock_guard hold(mutex_);
    terms.now = clock_.now();
    if (auto decided = claims_.decide(key, terms)) {
      return *std::move(decided);
    }
  }
  // The fault: here another request may decide the same.
  const std::lock_guard hold(mutex_);
  return claims_.claim(key, terms);
}

EndResult LookUpThenInsertClaimStore::finish(const ClaimKey& key, OwnerToken owner,
                                             const api::Response& response) {
  const std::lock_guard hold(mutex_);
  return claims_.finish(key, owner, response);
}

EndResult LookUpThenInsertClaimStore::release(const ClaimKey& key, OwnerToken owner) {
  const std::lock_guard hold(mutex_);
  return claims_.release(key, owner);
}

}  // namespace oncelab::mutants
