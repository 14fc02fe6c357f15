#include <oncelab/core/lab/cli/shell_word.hpp>

#include <algorithm>
#include <string_view>

namespace oncelab::cli {

namespace {

/// Control characters must not reach a terminal, not even inside quotes.
std::string quoted_for_bash(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string quoted = "$'";
  for (const char c : text) {
    if (c < ' ' || c > '~' || c == '\'' || c == '\\') {
      const auto byte = static_cast<unsigned char>(c);
      quoted += {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]};
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

bool is_printable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

std::string shell_word(const std::string& text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:+,@%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) {
    return text;
  }
  if (!is_printable(text)) {
    return quoted_for_bash(text);
  }
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return quoted + "'";
}

std::string shell_command(const char* given, const char* program) {
  if (given != nullptr && *given != '\0') {
    return is_printable(given) ? std::string(given) : shell_word(given);
  }
  return program != nullptr && *program != '\0' ? shell_word(program) : std::string("oncelab");
}

}  // namespace oncelab::cli
