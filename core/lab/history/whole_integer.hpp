// A text as one 64-bit integer, or nothing.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace oncelab::history {

/// All of the text is one 64-bit integer.
[[nodiscard]] inline std::optional<std::int64_t> whole_integer(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole ? std::optional(number) : std::nullopt;
}

}  // namespace oncelab::history
