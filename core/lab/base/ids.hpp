// Distinct integer types, so that a client is never passed where a thread or a step is meant.
#pragma once

#include <cstdint>

namespace oncelab {

enum class Seed : std::uint64_t {};
enum class ClientId : std::uint32_t {};  // a logical client of a program, from 0
enum class ThreadId : std::uint32_t {};  // a logical thread of one run, from 0 in order of creation
enum class StepIndex : std::uint32_t {};  // position of a step in one run, from 0

[[nodiscard]] constexpr std::uint64_t raw(Seed v) { return static_cast<std::uint64_t>(v); }
[[nodiscard]] constexpr std::uint32_t raw(ClientId v) { return static_cast<std::uint32_t>(v); }
[[nodiscard]] constexpr std::uint32_t raw(ThreadId v) { return static_cast<std::uint32_t>(v); }
[[nodiscard]] constexpr std::uint32_t raw(StepIndex v) { return static_cast<std::uint32_t>(v); }

}  // namespace oncelab
