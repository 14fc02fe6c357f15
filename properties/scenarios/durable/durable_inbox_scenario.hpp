// The scenario "durable-inbox": the messaging contract across crashes, on a disk that loses what was
// not synced.
#pragma once

#include <memory>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::properties {

[[nodiscard]] std::unique_ptr<scenario::Scenario> make_durable_inbox_scenario();

}  // namespace oncelab::properties
