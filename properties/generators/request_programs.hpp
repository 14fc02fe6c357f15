// Programs for claim stores and for the API: `request`, key K, input BODY or "BODY, MODE"; `wait`.
#pragma once

#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/gen/fwd.hpp>
#include <oncelab/core/lab/scenario/program.hpp>

namespace oncelab::properties {

/// How often, beside the others; 0 is never.
struct RequestProgramOptions {
  unsigned holder_dies_weight = 0;  // beside 12 handlers that succeed
  unsigned no_key_weight = 0;       // beside 12 requests with a key
};

/// Claim stores: holders may die, every request has a key. The API: the other way round.
inline constexpr RequestProgramOptions claim_store_programs = {.holder_dies_weight = 2};
inline constexpr RequestProgramOptions api_request_programs = {.no_key_weight = 1};

/// Retries, key changes and other bodies under one key are all common. Sizes go from 1 to 100.
[[nodiscard]] rc::Gen<scenario::Program> request_programs(const RequestProgramOptions& options);
[[nodiscard]] scenario::Program draw_request_program(const RequestProgramOptions& options,
                                                     Seed seed, unsigned size);

}  // namespace oncelab::properties
