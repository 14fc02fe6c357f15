// Simpler programs of deliveries: fewer and simpler message ids, handlers that succeed.
#pragma once

#include <vector>

#include <oncelab/core/lab/scenario/program.hpp>
#include <oncelab/properties/generators/simpler_parts.hpp>

namespace oncelab::properties {

[[nodiscard]] const std::vector<Part>& inbox_parts();
[[nodiscard]] std::vector<scenario::Program> simpler_inbox_programs(
    const scenario::Program& program);

}  // namespace oncelab::properties
