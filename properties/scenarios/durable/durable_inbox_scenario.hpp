// The scenarios "durable-inbox" and "redelivery": the messaging contract across crashes, on a disk
// that loses what was not synced. In the second one deliveries come from a broker's queue, with its
// redeliveries, duplicates and dead letters.
#pragma once

#include <memory>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::properties {

[[nodiscard]] std::unique_ptr<scenario::Scenario> make_durable_inbox_scenario();
[[nodiscard]] std::unique_ptr<scenario::Scenario> make_redelivery_scenario();

}  // namespace oncelab::properties
