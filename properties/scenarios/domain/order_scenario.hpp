// Scenario "order": payments of orders, the same and others, over each of the order repositories.
#pragma once

#include <memory>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::properties {

[[nodiscard]] std::unique_ptr<scenario::Scenario> make_order_scenario();

}  // namespace oncelab::properties
