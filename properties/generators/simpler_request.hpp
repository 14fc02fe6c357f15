// Simpler programs of requests: fewer and simpler keys (more retries), fewer bodies, handlers that
// succeed. What waits goes on waiting, and a request without a key stays without one.
#pragma once

#include <vector>

#include <oncelab/core/lab/scenario/program.hpp>
#include <oncelab/properties/generators/simpler_parts.hpp>

namespace oncelab::properties {

[[nodiscard]] const std::vector<Part>& request_parts();
[[nodiscard]] std::vector<scenario::Program> simpler_request_programs(
    const scenario::Program& program);

}  // namespace oncelab::properties
