#include <oncelab/core/lab/history/line_reader.hpp>

#include <cstring>

#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::history {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{64} * 1024;

}  // namespace

LineReader::LineReader(std::istream& input, std::string_view name, std::size_t line_bytes_max)
    : input_(input),
      name_(printable_path(name)),
      line_bytes_max_(line_bytes_max),
      buffer_(buffer_bytes) {}

bool LineReader::fill() {
  input_.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  buffer_begin_ = 0;
  buffer_end_ = static_cast<std::size_t>(input_.gcount());
  return buffer_end_ > 0;
}

Result<std::optional<std::string_view>> LineReader::next() {
  if (put_back_) {
    put_back_ = false;
    return std::optional<std::string_view>(line_);
  }
  line_.clear();
  complete_ = false;
  ++line_number_;
  bool read_anything = false;
  while (!complete_) {
    if (buffer_begin_ == buffer_end_ && !fill()) {
      break;
    }
    read_anything = true;
    const char* begin = buffer_.data() + buffer_begin_;
    const std::size_t available = buffer_end_ - buffer_begin_;
    const void* newline = std::memchr(begin, '\n', available);
    const std::size_t length =
        newline == nullptr ? available
                           : static_cast<std::size_t>(static_cast<const char*>(newline) - begin);
    if (line_.size() + length > line_bytes_max_) {
      return error("the line is longer than " + std::to_string(line_bytes_max_) +
                   " bytes; no line of a history is");
    }
    line_.append(begin, length);
    complete_ = newline != nullptr;
    buffer_begin_ += length + (complete_ ? 1 : 0);
  }
  if (!read_anything) {
    return std::optional<std::string_view>();
  }
  if (complete_ && !line_.empty() && line_.back() == '\r') {
    line_.pop_back();
  }
  if (const std::size_t nul = line_.find('\0'); nul != std::string::npos) {
    return error_at(nul + 1, "a NUL byte; a history is text");
  }
  return std::optional<std::string_view>(line_);
}

Error LineReader::error(std::string_view what) const {
  return make_error(ErrorKind::bad_input,
                    name_ + ":" + std::to_string(line_number_) + ": " + std::string(what));
}

Error LineReader::error_at(std::size_t column, std::string_view what) const {
  return make_error(ErrorKind::bad_input, name_ + ":" + std::to_string(line_number_) + ":" +
                                              std::to_string(column) + ": " + std::string(what));
}

}  // namespace oncelab::history
