// Claims of the API layer in hash maps under a mutex each; a key always lives in the same one.
//
// Promises: the contract of api::ClaimStore. Every operation is one hold of the mutex of its key's
// shard, so that keys of different shards do not wait for each other. Keys are independent, and
// that is why this needs no lock over all shards.
// Does not promise: survival of the process; an even spread over the shards. Completed keys are
// never removed.
// Threads: any. The clock must outlive the store, must not call it, and is asked by several threads
// at once.
// Complexity: constant on average; a stored response is copied under the mutex of the shard.
// Errors: std::bad_alloc, with no effect; never unavailable.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <oncelab/core/layers/api/claim_store.hpp>
#include <oncelab/core/stores/memory/claim_table.hpp>

namespace oncelab::stores {

class ShardedClaimStore final : public api::ClaimStore {
 public:
  static constexpr std::size_t shard_count = 16;

  explicit ShardedClaimStore(api::Clock& clock) : clock_(clock) {}

  [[nodiscard]] api::BeginResult begin(const api::ClaimKey& key,
                                       const api::Fingerprint& fingerprint,
                                       api::Lease lease) override;
  [[nodiscard]] api::EndResult finish(const api::ClaimKey& key, api::OwnerToken owner,
                                      const api::Response& response) override;
  [[nodiscard]] api::EndResult release(const api::ClaimKey& key, api::OwnerToken owner) override;

  [[nodiscard]] static std::size_t shard_index(const api::ClaimKey& key);

 private:
  static constexpr std::size_t cache_line_bytes = 64;

  struct alignas(cache_line_bytes) Shard {
    std::mutex mutex;
    ClaimTable claims;
  };

  [[nodiscard]] Shard& shard_of(const api::ClaimKey& key) { return shards_[shard_index(key)]; }

  api::Clock& clock_;
  std::array<Shard, shard_count> shards_;
};

}  // namespace oncelab::stores
