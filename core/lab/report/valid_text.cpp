#include <oncelab/core/lab/report/valid_text.hpp>

#include <cstddef>
#include <cstdint>

namespace oncelab::report {

namespace {

struct Character {
  std::size_t bytes = 1;
  bool valid = false;
};

constexpr bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// U+0000 to U+007F.
constexpr bool is_ascii_text(unsigned char c) {
  return c == '\n' || c == '\t' || (c >= ' ' && c != 0x7F);
}

// What begins at `text`, which is not empty. Overlong forms and surrogates are no UTF-8.
Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) {
    return {1, is_ascii_text(lead)};
  }
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) {
    return {};
  }
  std::uint32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!is_continuation(text[i])) {
      return {};
    }
    code = code << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < smallest[bytes] || code > 0x10FFFF || surrogate) {
    return {};
  }
  const bool second_control_set = code < 0xA0;
  const bool not_in_xml = code == 0xFFFE || code == 0xFFFF;
  return {bytes, !second_control_set && !not_in_xml};
}

}  // namespace

std::string valid_text(std::string_view foreign) {
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  std::string text;
  text.reserve(foreign.size());
  while (!foreign.empty()) {
    const Character c = first_character(foreign);
    text += c.valid ? foreign.substr(0, c.bytes) : replacement;
    foreign.remove_prefix(c.bytes);
  }
  return text;
}

}  // namespace oncelab::report
