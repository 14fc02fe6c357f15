#include <oncelab/core/lab/history/fuzz/reading_law.hpp>

#include <algorithm>

#include <oncelab/core/lab/history/content_hash.hpp>
#include <oncelab/core/lab/history/read.hpp>
#include <oncelab/core/lab/history/write.hpp>

namespace oncelab::history {
namespace {

constexpr std::string_view name = "x";
constexpr std::string_view digits = "0123456789";

/// Removes "NUMBER:" from the front.
bool take_number(std::string_view& text) {
  const std::size_t length = std::min(text.find_first_not_of(digits), text.size());
  if (length == 0 || text.front() == '0' || text.substr(length, 1) != ":") {
    return false;
  }
  text.remove_prefix(length + 1);
  return true;
}

std::optional<std::string> broken_law_of_error(const Error& error) {
  std::string_view text = error.text;
  if (error.kind != ErrorKind::bad_input) {
    return "not an error of the input: " + error.text;
  }
  const auto is_shown = [](char c) { return c >= ' ' && c <= '~'; };
  if (!std::ranges::all_of(text, is_shown)) {
    return "an error with characters that nobody can see";
  }
  text.remove_prefix(std::min(text.size(), name.size() + 1));
  const bool is_of_gzip =
      text.find(" gzip data ") != std::string_view::npos && text.ends_with(" of it");
  const bool has_line = take_number(text);
  const bool has_column = take_number(text);
  if (!is_of_gzip && !(has_line && has_column)) {
    return "an error without line and column: " + error.text;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> broken_law(std::string_view bytes, std::optional<Format> format) {
  ReadOptions options;
  options.format = format;
  const auto read = read_text(bytes, name, options);
  const auto second = read_text(bytes, name, options);
  if (read.has_value() != second.has_value()) {
    return "read twice: a history, and an error";
  }
  if (!read) {
    return read.error().text != second.error().text
               ? "read twice: two errors, " + read.error().text + ", " + second.error().text
               : broken_law_of_error(read.error());
  }
  const std::string text = to_json_lines(read->history);
  if (content_hash(read->history) != content_hash(second->history) ||
      to_json_lines(second->history) != text) {
    return std::string("read twice: two histories");
  }
  options.format = read->format;
  const auto asked = read_text(bytes, name, options);
  if (!asked || to_json_lines(asked->history) != text) {
    return "asked for as what it is (" + std::string(history::text(read->format)) +
           "): " + (asked ? "another history" : asked.error().text);
  }
  const auto again = read_text(text, "written");
  if (!again) {
    return "written, it cannot be read: " + again.error().text + "\n" + text;
  }
  if (to_json_lines(again->history) != text) {
    return "written and read, it is another:\n" + text + "\n" + to_json_lines(again->history);
  }
  return std::nullopt;
}

}  // namespace oncelab::history
