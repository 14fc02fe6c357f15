#include "my_claims.hpp"

namespace my {

std::optional<BeginResult> ClaimsOfKeys::look_up(const ClaimKey& key,
                                                 const Fingerprint& fingerprint) {
  const auto found = claims_.find(key.text());
  if (found == claims_.end()) {
    return std::nullopt;
  }
  const Claim& claim = found->second;
  if (claim.fingerprint != fingerprint) {
    return Mismatch{};
  }
  if (claim.response) {
    return Replay{*claim.response};
  }
  if (!claim.lease_end) {
    return InFlight{};
  }
  const TimePoint now = clock_.now();
  if (now < *claim.lease_end) {
    return InFlight{*claim.lease_end - now};
  }
  return std::nullopt;
}

Started ClaimsOfKeys::claim(const ClaimKey& key, const Fingerprint& fingerprint, Lease lease) {
  const OwnerToken owner{++last_owner_};
  std::optional<TimePoint> lease_end;
  if (lease) {
    lease_end = clock_.now() + *lease;
  }
  claims_.insert_or_assign(key.text(), Claim{fingerprint, owner, lease_end, std::nullopt});
  return Started{owner};
}

EndResult ClaimsOfKeys::finish(const ClaimKey& key, OwnerToken owner, const Response& response) {
  if (!holds(key, owner)) {
    return EndResult::lost_claim;
  }
  claims_.at(key.text()).response = response;
  return EndResult::ok;
}

EndResult ClaimsOfKeys::release(const ClaimKey& key, OwnerToken owner) {
  if (!holds(key, owner)) {
    return EndResult::lost_claim;
  }
  claims_.erase(key.text());
  return EndResult::ok;
}

bool ClaimsOfKeys::holds(const ClaimKey& key, OwnerToken owner) const {
  const auto found = claims_.find(key.text());
  return found != claims_.end() && found->second.owner == owner && !found->second.response;
}

BeginResult Claims::begin(const ClaimKey& key, const Fingerprint& fingerprint, Lease lease) {
  {
    const std::lock_guard hold(mutex_);
    if (auto answer = claims_.look_up(key, fingerprint)) {
      return *answer;
    }
  }
  const std::lock_guard hold(mutex_);
  return claims_.claim(key, fingerprint, lease);
}

EndResult Claims::finish(const ClaimKey& key, OwnerToken owner, const Response& response) {
  const std::lock_guard hold(mutex_);
  return claims_.finish(key, owner, response);
}

EndResult Claims::release(const ClaimKey& key, OwnerToken owner) {
  const std::lock_guard hold(mutex_);
  return claims_.release(key, owner);
}

BeginResult FixedClaims::begin(const ClaimKey& key, const Fingerprint& fingerprint, Lease lease) {
  const std::lock_guard hold(mutex_);
  if (auto answer = claims_.look_up(key, fingerprint)) {
    return *answer;
  }
  return claims_.claim(key, fingerprint, lease);
}

EndResult FixedClaims::finish(const ClaimKey& key, OwnerToken owner, const Response& response) {
  const std::lock_guard hold(mutex_);
  return claims_.finish(key, owner, response);
}

EndResult FixedClaims::release(const ClaimKey& key, OwnerToken owner) {
  const std::lock_guard hold(mutex_);
  return claims_.release(key, owner);
}

}  // namespace my
