// The claim stores of the API layer that keep their state in memory, by name.
//
//   mutex     one mutex over all keys
//   sharded   sixteen mutexes, each over its share of the keys
//
// Promises: make_api_claim_store returns a new, empty store that reads `clock`.
// Threads: the functions may be called from any thread; for the stores see their own headers.
// Errors: a name that is none of the above is an empty optional.
#pragma once

#include <array>
#include <memory>
#include <oncelab/core/layers/api/claim_store.hpp>
#include <optional>
#include <string_view>

namespace oncelab::stores {

enum class ApiClaimsVariant : unsigned char { mutex, sharded };

inline constexpr std::array api_claims_variants = {ApiClaimsVariant::mutex,
                                                   ApiClaimsVariant::sharded};

[[nodiscard]] std::string_view name_of(ApiClaimsVariant variant);
[[nodiscard]] std::optional<ApiClaimsVariant> api_claims_variant_named(std::string_view name);

[[nodiscard]] std::unique_ptr<api::ClaimStore> make_api_claim_store(ApiClaimsVariant variant,
                                                                    api::Clock& clock);

}  // namespace oncelab::stores
