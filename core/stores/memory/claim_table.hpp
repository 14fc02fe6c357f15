// Claims of the API layer by key, without a lock.
//
// Promises: begin, finish and release are the decisions of api::ClaimStore, for one thread at a
// time. begin is composed of decide, which says what the key's record alone implies, and claim,
// which writes a claim without asking: it is for callers that decided the key may be claimed.
// Tokens count up and are never used twice by one table.
// Threads: none of its own; whoever shares a table brings the lock (MutexClaimStore does).
// Complexity: constant on average, plus the response where one is copied. Completed keys are never
// removed.
// Errors: std::bad_alloc, with no effect; never unavailable.
#pragma once

#include <cstdint>
#include <functional>
#include <oncelab/core/layers/api/claim_store.hpp>
#include <oncelab/core/stores/memory/string_hash.hpp>
#include <optional>
#include <string>
#include <unordered_map>

namespace oncelab::stores {

/// What a claim is made with.
struct ClaimTerms {
  const api::Fingerprint& fingerprint;
  api::Lease lease;
  api::TimePoint now;
};

class ClaimTable {
 public:
  [[nodiscard]] api::BeginResult begin(const api::ClaimKey& key, const ClaimTerms& terms);
  [[nodiscard]] api::EndResult finish(const api::ClaimKey& key, api::OwnerToken owner,
                                      const api::Response& response);
  [[nodiscard]] api::EndResult release(const api::ClaimKey& key, api::OwnerToken owner);

  /// Nothing if the key may be claimed: it is free, or the lease of the same request is over.
  [[nodiscard]] std::optional<api::BeginResult> decide(const api::ClaimKey& key,
                                                       const ClaimTerms& terms) const;
  [[nodiscard]] api::Started claim(const api::ClaimKey& key, const ClaimTerms& terms);
  /// Stores the response without asking who has the claim; false: the key is free. For callers that
  /// know.
  bool complete(const api::ClaimKey& key, const api::Response& response);

 private:
  struct Record {
    api::Fingerprint fingerprint;
    api::OwnerToken owner{};
    std::optional<api::TimePoint> lease_end;
    std::optional<api::Response> response;  // present once completed
  };
  using Records = std::unordered_map<std::string, Record, StringHash, std::equal_to<>>;

  [[nodiscard]] Records::iterator find_claimed(const api::ClaimKey& key, api::OwnerToken owner);

  Records records_;  // a free key has no record
  std::uint64_t last_token_ = 0;
};

}  // namespace oncelab::stores
