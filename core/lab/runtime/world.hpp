// What happens to the world: processes that crash and come back, and a clock that goes on.
// Internal.
//
// Each of these is an entry of engine.threads without a stack, so that whoever chooses the next
// thread chooses it like one. It is made by the scheduler, on whatever stack it runs on.
#pragma once

#include <cstdint>
#include <optional>

#include <oncelab/core/lab/runtime/engine.hpp>

namespace oncelab::runtime::detail {

/// Adds what may happen in this run. On the main thread, when the clients exist.
void add_world();
[[nodiscard]] inline bool is_world(unsigned entry) { return (engine.world >> entry & 1U) != 0; }
/// Makes it happen, as a step; `enabled` could have been chosen.
void happen(unsigned entry, std::uint64_t enabled);

/// Of an address that stands for an object of the world.
[[nodiscard]] std::optional<std::uint64_t> identity_in_world(std::uintptr_t address);

/// Adds a client's thread, which runs up to its first step before anything else is done.
void spawn_client(ClientId id, unsigned process);

}  // namespace oncelab::runtime::detail
