// WRONG ON PURPOSE: a claim store of the API layer that looks up and inserts in two steps.
//
// Fault: begin decides under one hold of the mutex and writes the claim under another. Two requests
// that overlap can both find the key free (or its lease over); both are Started, and both run the
// handler. The second claim replaces the first, whose owner then has lost it.
// Right otherwise: calls that do not overlap are answered as by MutexClaimStore, and no access is
// unprotected, so that this is no data race.
// Shows itself with two clients, one request each, one preemption between the two holds.
// Threads: any. The clock must outlive the store.
#pragma once

#include <mutex>
#include <oncelab/core/layers/api/claim_store.hpp>
#include <oncelab/core/stores/memory/claim_table.hpp>

namespace oncelab::mutants {

class LookUpThenInsertClaimStore final : public api::ClaimStore {
 public:
  explicit LookUpThenInsertClaimStore(api::Clock& clock) : clock_(clock) {}

  [[nodiscard]] api::BeginResult begin(const api::ClaimKey& key,
                                       const api::Fingerprint& fingerprint,
                                       api::Lease lease) override;
  [[nodiscard]] api::EndResult finish(const api::ClaimKey& key, api::OwnerToken owner,
                                      const api::Response& response) override;
  [[nodiscard]] api::EndResult release(const api::ClaimKey& key, api::OwnerToken owner) override;

 private:
  api::Clock& clock_;
  std::mutex mutex_;
  stores::ClaimTable claims_;
};

}  // namespace oncelab::mutants
