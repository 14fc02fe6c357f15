// What holds of reading any bytes whatever, in any format: for fuzzing, and for the corpus.
//
//   - the answer is a history or an error; nothing else happens
//   - reading twice gives the same
//   - an error is one line that begins with file, line and column (or names the byte of the gzip
//     data), whatever the bytes are
//   - what was read, written and read again, is written the same
//   - asked for the format that was detected, the reader gives the same
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <oncelab/core/lab/history/format.hpp>

namespace oncelab::history {

/// What does not hold of these bytes; nothing: it all does.
[[nodiscard]] std::optional<std::string> broken_law(std::string_view bytes,
                                                    std::optional<Format> format);

}  // namespace oncelab::history
