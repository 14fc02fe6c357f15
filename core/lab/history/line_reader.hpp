// LineReader: the lines of a stream, one at a time, none longer than a limit.
//
// A line ends with '\n'; a '\r' before it is dropped, and so is a byte order mark before the first.
// NUL bytes, bytes that are not UTF-8 and over-long lines are errors. Every error names line and
// column; columns count bytes from 1, so a tab is one and a letter of two bytes is two. A stream
// that cannot be read any further ends: ask it (inflating_buffer.hpp).
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
#include <oncelab/core/lab/history/place.hpp>

namespace oncelab::history {

class LineReader {
 public:
  LineReader(std::istream& input, std::string_view name, std::size_t line_bytes_max);

  /// The next line, valid until the next one; nothing at the end.
  [[nodiscard]] Result<std::optional<std::string_view>> next();
  /// The next call of next() gives the same line again.
  void put_back() { put_back_ = true; }

  /// Whether next() may have to wait for input; that there is more at once is not always known.
  [[nodiscard]] bool may_wait() const;

  [[nodiscard]] std::uint64_t line_number() const { return line_number_; }  // from 1
  /// Whether the line ended with a newline; false only for the last.
  [[nodiscard]] bool complete() const { return complete_; }
  /// Behind all that was read so far.
  [[nodiscard]] Place end() const;
  /// Of the current line.
  [[nodiscard]] Place place() const { return {line_number_, 1}; }
  /// Of a byte of it, from 0.
  [[nodiscard]] Place place(std::size_t offset) const { return {line_number_, offset + 1}; }
  /// Of a part of the current line: a view into what next() gave.
  [[nodiscard]] Place place(std::string_view part) const;

  /// "NAME:LINE:COLUMN: what"
  [[nodiscard]] Error error(Place place, std::string_view what) const;

 private:
  [[nodiscard]] bool fill();  // false: end of input
  [[nodiscard]] std::optional<Error> fault() const;

  std::istream& input_;
  std::string name_;
  std::size_t line_bytes_max_;
  std::vector<char> buffer_;
  std::size_t buffer_begin_ = 0;
  std::size_t buffer_end_ = 0;
  std::string line_;
  std::uint64_t line_number_ = 0;
  std::size_t mark_bytes_ = 0;  // before the first line
  bool complete_ = true;
  bool put_back_ = false;
};

}  // namespace oncelab::history
