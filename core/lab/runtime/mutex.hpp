// Shared by the entry points that take or release a mutex. Internal.
#pragma once

#include <cstdint>
#include <ctime>

namespace oncelab::runtime::detail {

/// Effects of a lock or unlock whose turn has come.
void take_mutex(std::uint32_t object_index);
void give_mutex(std::uint32_t object_index);

/// An absolute time of this clock on the virtual time line.
[[nodiscard]] std::uint64_t to_virtual(clockid_t clock, const timespec& t);

}  // namespace oncelab::runtime::detail
