// The scenario "durable-claim-store": claims and stored responses across crashes, on a disk that
// loses what was not synced.
#pragma once

#include <memory>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::properties {

[[nodiscard]] std::unique_ptr<scenario::Scenario> make_durable_claims_scenario();

}  // namespace oncelab::properties
