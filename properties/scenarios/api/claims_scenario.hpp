// Scenario "claim-store": claims on keys, taken, finished and released by several clients.
#pragma once

#include <memory>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::properties {

[[nodiscard]] std::unique_ptr<scenario::Scenario> make_claims_scenario();

}  // namespace oncelab::properties
