// LineReader: the lines of a stream, one at a time, none longer than a limit.
//
// A line ends with '\n'; a '\r' before it is dropped. NUL bytes and over-long lines are errors that
// name the line. A stream that cannot be read any further ends: ask it (inflating_buffer.hpp).
// Memory: the longest line, at most the limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>

namespace oncelab::history {

class LineReader {
 public:
  LineReader(std::istream& input, std::string_view name, std::size_t line_bytes_max);

  /// The next line, valid until the next call; nothing at the end.
  [[nodiscard]] Result<std::optional<std::string_view>> next();
  /// The next call of next() gives the same line again.
  void put_back() { put_back_ = true; }

  [[nodiscard]] std::uint64_t line_number() const { return line_number_; }  // from 1
  /// Whether the line ended with a newline; false only for the last.
  [[nodiscard]] bool complete() const { return complete_; }

  /// "NAME:LINE: what"
  [[nodiscard]] Error error(std::string_view what) const;
  /// "NAME:LINE:COLUMN: what"
  [[nodiscard]] Error error_at(std::size_t column, std::string_view what) const;

 private:
  [[nodiscard]] bool fill();  // false: end of input

  std::istream& input_;
  std::string name_;
  std::size_t line_bytes_max_;
  std::vector<char> buffer_;
  std::size_t buffer_begin_ = 0;
  std::size_t buffer_end_ = 0;
  std::string line_;
  std::uint64_t line_number_ = 0;
  bool complete_ = true;
  bool put_back_ = false;
};

}  // namespace oncelab::history
