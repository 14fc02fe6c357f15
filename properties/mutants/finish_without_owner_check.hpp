// WRONG ON PURPOSE: a claim store of the API layer that lets anybody finish.
//
// Fault: finish stores the response, whatever token it is given. An owner whose lease is over, and
// whose claim another request has taken over, is told ok, and replaces the response that others may
// have been given already.
// Right otherwise: while no lease ends, calls are answered as by MutexClaimStore.
// Shows itself with two clients, one request each, when the clock goes on past the lease while the
// first one executes, and one preemption.
// Threads: any. The clock must outlive the store.
#pragma once

#include <mutex>
#include <oncelab/core/layers/api/claim_store.hpp>
#include <oncelab/core/stores/memory/claim_table.hpp>

namespace oncelab::mutants {

class FinishWithoutOwnerCheckClaimStore final : public api::ClaimStore {
 public:
  explicit FinishWithoutOwnerCheckClaimStore(api::Clock& clock) : clock_(clock) {}

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
