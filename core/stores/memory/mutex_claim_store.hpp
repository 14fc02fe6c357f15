// Claims of the API layer in a hash map under one mutex.
//
// Promises: the contract of api::ClaimStore. Every operation is one hold of the mutex; the clock is
// read within it, so that the order of two decisions is the order of their times.
// Does not promise: survival of the process. Completed keys are never removed: memory grows with
// the number of distinct keys.
// Threads: any. The clock must outlive the store, and must not call it.
// Complexity: constant on average; a stored response is copied under the mutex.
// Errors: std::bad_alloc, with no effect; never unavailable.
#pragma once

#include <mutex>
#include <oncelab/core/layers/api/claim_store.hpp>
#include <oncelab/core/stores/memory/claim_table.hpp>

namespace oncelab::stores {

class MutexClaimStore final : public api::ClaimStore {
 public:
  explicit MutexClaimStore(api::Clock& clock) : clock_(clock) {}

  [[nodiscard]] api::BeginResult begin(const api::ClaimKey& key,
                                       const api::Fingerprint& fingerprint,
                                       api::Lease lease) override;
  [[nodiscard]] api::EndResult finish(const api::ClaimKey& key, api::OwnerToken owner,
                                      const api::Response& response) override;
  [[nodiscard]] api::EndResult release(const api::ClaimKey& key, api::OwnerToken owner) override;

 private:
  api::Clock& clock_;
  std::mutex mutex_;
  ClaimTable claims_;
};

}  // namespace oncelab::stores
