// What a run must look like for a race of another one to come the other way round.
// Costs: linear in the run times the events left out. Internal to the partial-order reduction.
#pragma once

#include <cstdint>
#include <vector>

#include <oncelab/core/lab/schedule/event_order.hpp>
#include <oncelab/core/lab/schedule/wakeup_tree.hpp>

namespace oncelab::schedule {

/// The events that must be left out, with all that follows them, so that the race's second event
/// can come before its first: the first, and, for a writer's lock, every section of a reader that
/// would still be open then.
[[nodiscard]] std::vector<std::uint32_t> left_out_for(const Race& race, const EventOrder& order);

/// Everything after the earliest of the heads that follows none of them, without `moved`, an index
/// or none, and then `last`.
[[nodiscard]] Continuation without(const std::vector<std::uint32_t>& heads, std::uint32_t moved,
                                   const Event& last, const EventOrder& order);

}  // namespace oncelab::schedule
