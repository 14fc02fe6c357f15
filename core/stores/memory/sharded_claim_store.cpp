#include <oncelab/core/stores/memory/sharded_claim_store.hpp>
#include <oncelab/core/stores/memory/string_hash.hpp>

namespace oncelab::stores {

using api::BeginResult;
using api::ClaimKey;
using api::EndResult;
using api::OwnerToken;

BeginResult ShardedClaimStore::begin(const ClaimKey& key, const api::Fingerprint& fingerprint,
                                     api::Lease lease) {
  Shard& shard = shard_of(key);
  const std::lock_guard hold(shard.mutex);
  return shard.claims.begin(key, {.fingerprint = fingerprint, .lease = lease, .now = clock_.now()});
}

EndResult ShardedClaimStore::finish(const ClaimKey& key, OwnerToken owner,
                                    const api::Response& response) {
  Shard& shard = shard_of(key);
  const std::lock_guard hold(shard.mutex);
  return shard.claims.finish(key, owner, response);
}

EndResult ShardedClaimStore::release(const ClaimKey& key, OwnerToken owner) {
  Shard& shard = shard_of(key);
  const std::lock_guard hold(shard.mutex);
  return shard.claims.release(key, owner);
}

std::size_t ShardedClaimStore::shard_index(const ClaimKey& key) {
  return StringHash{}(key.text()) % shard_count;
}

}  // namespace oncelab::stores
