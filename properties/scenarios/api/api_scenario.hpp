// Scenario "api-request": requests under idempotency keys against the API layer, over each of the
// claim stores.
#pragma once

#include <memory>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::properties {

[[nodiscard]] std::unique_ptr<scenario::Scenario> make_api_scenario();

}  // namespace oncelab::properties
