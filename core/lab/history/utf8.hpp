// UTF-8, as strict as RFC 3629: no overlong forms, no surrogates, nothing beyond U+10FFFF.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace oncelab::history {

/// Length of the sequence at the front of `text`, which is not empty; 0 if it is not one.
[[nodiscard]] std::size_t utf8_length(std::string_view text);

/// Where the first byte stands that belongs to no sequence; npos: nowhere. Linear, fast on ASCII.
[[nodiscard]] std::size_t find_not_utf8(std::string_view text);

/// A code point that is not a surrogate.
void append_utf8(std::string& text, char32_t code_point);

}  // namespace oncelab::history
