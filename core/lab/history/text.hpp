// A history's contents in words, for reports and error messages.
//
// Promises: one line, printable ASCII only: control characters, bytes above 126, backslash and
// double quote in recorded text come out as escapes, whatever the history contains; recorded texts
// longer than 60 characters are cut with "...".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::history {

/// nil, 42, word, "two words", [1,2], [a,[1,2]]. Quotes only where a word would be ambiguous.
[[nodiscard]] std::string to_text(const History& history, const Value& value);

/// client 3, or the name a recorded history gave it.
[[nodiscard]] std::string to_text(const History& history, ClientId client);

/// "client 3: cas [1,2] -> false"; "key x" is added unless the key is nil.
[[nodiscard]] std::string to_text(const History& history, OperationIndex operation);

/// Escapes and shortens foreign text for a one-line message.
[[nodiscard]] std::string printable(std::string_view foreign, std::size_t shown_max = 60);

/// A path: cut only where no file can have it, and '' if it is empty.
[[nodiscard]] std::string printable_path(std::string_view path);

}  // namespace oncelab::history
