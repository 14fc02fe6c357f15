// Where things stand in a line of JSON: for error messages, so looked for only when there is one.
//
// The parser gives values, not places. These functions take text that it has accepted and walk
// through it again. Linear.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace oncelab::history {

struct MemberPlace {
  std::size_t name = 0;   // offset of its opening quote
  std::size_t value = 0;  // offset of the first byte
};

/// Of an object that a whole line is; nothing: it has no such member.
[[nodiscard]] std::optional<MemberPlace> find_member(std::string_view object,
                                                     std::string_view name);

/// Offset of the first thing at or after `begin` that no history holds: an object, or a number that
/// is no 64-bit integer; `begin` if there is none.
[[nodiscard]] std::size_t find_foreign(std::string_view line, std::size_t begin);

/// Offset of the opening quote of the text that ends at or before `end`.
[[nodiscard]] std::size_t begin_of_text(std::string_view line, std::size_t end);

}  // namespace oncelab::history
