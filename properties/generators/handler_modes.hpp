// What an operation's input can say of the handler, the simplest first; "" is success.
#pragma once

#include <array>
#include <string_view>

namespace oncelab::properties {

inline constexpr auto handler_modes = std::to_array<std::string_view>(
    {"", "handler fails", "handler throws", "handler is slow", "holder dies"});

}  // namespace oncelab::properties
