// valid_text: foreign text as text that every reader of UTF-8 and of XML 1.0 accepts.
//
// Promises: the result is valid UTF-8; its only control characters are newline and tab; what could
// not stay (other control characters, bytes that are no UTF-8, U+FFFE, U+FFFF) is U+FFFD, one for
// each byte or character. Text that is valid comes back unchanged. Threads: a pure function. Cost:
// linear. No errors.
#pragma once

#include <string>
#include <string_view>

namespace oncelab::report {

[[nodiscard]] std::string valid_text(std::string_view foreign);

}  // namespace oncelab::report
