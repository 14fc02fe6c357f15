// Simpler programs of payments: fewer and simpler orders and references, the amount that is right.
#pragma once

#include <vector>

#include <oncelab/core/lab/scenario/program.hpp>
#include <oncelab/properties/generators/simpler_parts.hpp>

namespace oncelab::properties {

[[nodiscard]] const std::vector<Part>& order_parts();
[[nodiscard]] std::vector<scenario::Program> simpler_order_programs(
    const scenario::Program& program);

}  // namespace oncelab::properties
