// What logs of one event per line have in common: words between blanks, numbers, the loop.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include <oncelab/core/lab/history/readers.hpp>
#include <oncelab/core/lab/history/whole_integer.hpp>

namespace oncelab::history {

/// The next word; `line` is what comes after it.
[[nodiscard]] inline std::string_view take_word(std::string_view& line) {
  constexpr std::string_view blanks = " \t";
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(word.size());
  return word;
}

/// Calls read_line(line) for each that is not blank, until one is an error. A last line without a
/// line feed is one: it may be cut off in the middle of a number.
template <class ReadLine>
[[nodiscard]] Result<void> for_each_whole_line(LineReader& lines, ReadLine&& read_line) {
  for (;;) {
    const auto line = lines.next();
    if (!line) {
      return line.error();
    }
    if (!*line) {
      return {};
    }
    if (is_blank(**line)) {
      continue;
    }
    if (!lines.complete()) {
      return lines.error(lines.end(), "the last line is cut off: it does not end with a newline");
    }
    if (auto done = read_line(**line); !done) {
      return done;
    }
  }
}

}  // namespace oncelab::history
