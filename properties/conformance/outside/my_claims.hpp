// Two claim stores in the words of oncelab's own contract,
// <oncelab/core/layers/api/claim_store.hpp>.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include <oncelab/lab.hpp>

namespace my {

using namespace oncelab::api;

/// What both keep, without a lock of its own.
class ClaimsOfKeys {
 public:
  explicit ClaimsOfKeys(Clock& clock) : clock_(clock) {}

  /// Nothing: the key can be claimed.
  std::optional<BeginResult> look_up(const ClaimKey& key, const Fingerprint& fingerprint);
  Started claim(const ClaimKey& key, const Fingerprint& fingerprint, Lease lease);
  EndResult finish(const ClaimKey& key, OwnerToken owner, const Response& response);
  EndResult release(const ClaimKey& key, OwnerToken owner);

 private:
  struct Claim {
    Fingerprint fingerprint;
    OwnerToken owner;
    std::optional<TimePoint> lease_end;
    std::optional<Response> response;
  };
  bool holds(const ClaimKey& key, OwnerToken owner) const;

  Clock& clock_;
  std::map<std::string, Claim> claims_;
  std::uint64_t last_owner_ = 0;
};

/// Looks up and claims under a lock each.
class Claims {
 public:
  explicit Claims(oncelab::Env& env) : claims_(env.clock()) {}
  BeginResult begin(const ClaimKey& key, const Fingerprint& fingerprint, Lease lease);
  EndResult finish(const ClaimKey& key, OwnerToken owner, const Response& response);
  EndResult release(const ClaimKey& key, OwnerToken owner);

 private:
  std::mutex mutex_;
  ClaimsOfKeys claims_;
};

/// Holds its lock from the look-up to the claim.
class FixedClaims {
 public:
  explicit FixedClaims(oncelab::Env& env) : claims_(env.clock()) {}
  BeginResult begin(const ClaimKey& key, const Fingerprint& fingerprint, Lease lease);
  EndResult finish(const ClaimKey& key, OwnerToken owner, const Response& response);
  EndResult release(const ClaimKey& key, OwnerToken owner);

 private:
  std::mutex mutex_;
  ClaimsOfKeys claims_;
};

}  // namespace my
