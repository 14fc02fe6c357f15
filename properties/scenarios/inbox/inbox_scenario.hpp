// Scenario "inbox": deliveries and redeliveries of messages to the reference inboxes, one by one
// and side by side, with handlers that succeed or fail. Programs: operation "deliver", key =
// message id, input empty or "handler fails".
#pragma once

#include <memory>

#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::properties {

[[nodiscard]] std::unique_ptr<scenario::Scenario> make_inbox_scenario();

}  // namespace oncelab::properties
