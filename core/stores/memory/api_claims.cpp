#include <oncelab/core/stores/memory/api_claims.hpp>
#include <oncelab/core/stores/memory/mutex_claim_store.hpp>
#include <oncelab/core/stores/memory/sharded_claim_store.hpp>

namespace oncelab::stores {

std::string_view name_of(ApiClaimsVariant variant) {
  switch (variant) {
    case ApiClaimsVariant::mutex:
      return "mutex";
    case ApiClaimsVariant::sharded:
      return "sharded";
  }
  return {};
}

std::optional<ApiClaimsVariant> api_claims_variant_named(std::string_view name) {
  for (const ApiClaimsVariant variant : api_claims_variants) {
    if (name_of(variant) == name) {
      return variant;
    }
  }
  return std::nullopt;
}

std::unique_ptr<api::ClaimStore> make_api_claim_store(ApiClaimsVariant variant, api::Clock& clock) {
  switch (variant) {
    case ApiClaimsVariant::mutex:
      return std::make_unique<MutexClaimStore>(clock);
    case ApiClaimsVariant::sharded:
      return std::make_unique<ShardedClaimStore>(clock);
  }
  return nullptr;
}

}  // namespace oncelab::stores
