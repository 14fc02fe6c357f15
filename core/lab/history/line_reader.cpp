#include <oncelab/core/lab/history/line_reader.hpp>

#include <cstring>

#include <oncelab/core/lab/history/read_some.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/history/utf8.hpp>

namespace oncelab::history {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

LineReader::LineReader(std::istream& input, std::string_view name, std::size_t line_bytes_max)
    : input_(input),
      name_(printable_path(name)),
      line_bytes_max_(line_bytes_max),
      buffer_(buffer_bytes) {}

bool LineReader::fill() {
  buffer_begin_ = 0;
  buffer_end_ = read_some(input_, buffer_);
  return buffer_end_ > 0;
}

bool LineReader::may_wait() const {
  const std::size_t left = buffer_end_ - buffer_begin_;
  return !put_back_ && (left == 0 || std::memchr(&buffer_[buffer_begin_], '\n', left) == nullptr) &&
         input_.rdbuf()->in_avail() <= 0;
}

Result<std::optional<std::string_view>> LineReader::next() {
  if (put_back_) {
    put_back_ = false;
    return std::optional<std::string_view>(line_);
  }
  if (buffer_begin_ == buffer_end_ && !fill()) {
    return std::optional<std::string_view>();
  }
  line_.clear();
  complete_ = false;
  ++line_number_;
  while (!complete_ && (buffer_begin_ != buffer_end_ || fill())) {
    const char* begin = buffer_.data() + buffer_begin_;
    const std::size_t available = buffer_end_ - buffer_begin_;
    const void* newline = std::memchr(begin, '\n', available);
    const std::size_t length =
        newline == nullptr ? available
                           : static_cast<std::size_t>(static_cast<const char*>(newline) - begin);
    if (line_.size() + length > line_bytes_max_) {
      return error(place(line_bytes_max_), "the line is longer than " +
                                               std::to_string(line_bytes_max_) +
                                               " bytes; no line of a history is");
    }
    line_.append(begin, length);
    complete_ = newline != nullptr;
    buffer_begin_ += length + (complete_ ? 1 : 0);
  }
  if (complete_ && !line_.empty() && line_.back() == '\r') {
    line_.pop_back();
  }
  if (line_number_ == 1 && line_.starts_with(byte_order_mark)) {
    line_.erase(0, byte_order_mark.size());
    mark_bytes_ = byte_order_mark.size();
  }
  if (const auto found = fault()) {
    return *found;
  }
  return std::optional<std::string_view>(line_);
}

std::optional<Error> LineReader::fault() const {
  if (const std::size_t nul = line_.find('\0'); nul != std::string::npos) {
    return error(place(nul), "a NUL byte; a history is text");
  }
  if (const std::size_t wrong = find_not_utf8(line_); wrong != std::string::npos) {
    return error(place(wrong), "a byte that is not UTF-8; iconv converts other encodings");
  }
  return std::nullopt;
}

Place LineReader::end() const {
  return complete_ ? Place{line_number_ + 1, 1} : place(line_.size());
}

Place LineReader::place(std::string_view part) const {
  return place(static_cast<std::size_t>(part.data() - line_.data()));
}

Error LineReader::error(Place place, std::string_view what) const {
  const std::size_t column = place.column + (place.line == 1 ? mark_bytes_ : 0);
  return make_error(ErrorKind::bad_input, name_ + ":" + std::to_string(place.line) + ":" +
                                              std::to_string(column) + ": " + std::string(what));
}

}  // namespace oncelab::history
