#include <oncelab/core/lab/report/xml_check.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <vector>

namespace oncelab::report {

namespace {

constexpr auto named = std::to_array<std::pair<std::string_view, char>>(
    {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}});

struct Problem : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  void document() {
    expect("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    element();
    expect("\n");
    if (!rest_.empty()) {
      throw Problem("text after the root element");
    }
  }

 private:
  void element() {
    expect("<");
    const std::string tag = name();
    std::set<std::string> attributes;
    while (take(" ")) {
      if (!attributes.insert(name()).second) {
        throw Problem("an attribute twice in " + tag);
      }
      expect("=\"");
      while (!take("\"")) {
        character("<\n\t\r");
      }
    }
    if (take("/>")) {
      return;
    }
    expect(">");
    content();
    expect("</" + tag + ">");
  }

  void content() {
    while (!rest_.starts_with("</")) {
      if (rest_.starts_with("]]>")) {
        throw Problem("]]> between tags");
      }
      if (rest_.starts_with("<")) {
        element();
      } else {
        character("<\r");
      }
    }
  }

  /// One character or reference; none of `forbidden`.
  void character(std::string_view forbidden) {
    if (rest_.empty()) {
      throw Problem("ends too early");
    }
    if (take("&")) {
      return reference();
    }
    if (forbidden.find(rest_.front()) != std::string_view::npos) {
      throw Problem("a character that may not stand there");
    }
    const std::uint32_t code = code_point();
    const bool allowed = code == 9 || code == 10 || code == 13 ||
                         (code >= 0x20 && code <= 0xD7FF) || (code >= 0xE000 && code <= 0xFFFD) ||
                         (code >= 0x10000 && code <= 0x10FFFF);
    if (!allowed) {
      throw Problem("a character that XML does not have: " + std::to_string(code));
    }
  }

  void reference() {
    const std::size_t end = rest_.find(';');
    const std::string_view word = rest_.substr(0, end);
    if (end == std::string_view::npos ||
        (word != "#9" && word != "#10" && word != "#13" &&
         std::ranges::none_of(named, [&](const auto& n) { return n.first == word; }))) {
      throw Problem("an unknown reference");
    }
    rest_.remove_prefix(end + 1);
  }

  std::uint32_t code_point() {
    const auto lead = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    if (lead < 0x80) {
      return lead;
    }
    int more = lead >= 0xC2 && lead <= 0xDF ? 1 : (lead & 0xF0U) == 0xE0 ? 2 : 3;
    if (lead < 0xC2 || lead > 0xF4) {
      throw Problem("not UTF-8");
    }
    std::uint32_t code = lead & (0x3FU >> static_cast<unsigned>(more));
    const std::uint32_t least = more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000;
    for (; more > 0; --more) {
      if (rest_.empty() || (static_cast<unsigned char>(rest_.front()) & 0xC0U) != 0x80U) {
        throw Problem("not UTF-8");
      }
      code = code * 64 + (static_cast<unsigned char>(rest_.front()) & 0x3FU);
      rest_.remove_prefix(1);
    }
    if (code < least) {
      throw Problem("not UTF-8: longer than need be");
    }
    return code;
  }

  std::string name() {
    const std::size_t size = rest_.find_first_not_of("abcdefghijklmnopqrstuvwxyz-");
    std::string text(rest_.substr(0, size));
    if (text.empty()) {
      throw Problem("a name is missing");
    }
    rest_.remove_prefix(text.size());
    return text;
  }

  bool take(std::string_view what) {
    const bool there = rest_.starts_with(what);
    rest_.remove_prefix(there ? what.size() : 0);
    return there;
  }
  void expect(std::string_view what) {
    if (!take(what)) {
      throw Problem(std::string(what) + " expected, not " + std::string(rest_.substr(0, 20)));
    }
  }

  std::string_view rest_;
};

}  // namespace

std::optional<std::string> xml_problem(std::string_view text) {
  try {
    Parser(text).document();
  } catch (const Problem& problem) {
    return problem.what();
  }
  return std::nullopt;
}

std::string xml_content(std::string_view text, std::string_view tag) {
  const std::size_t open = text.find("<" + std::string(tag));
  if (open == std::string_view::npos) {
    return "there is no " + std::string(tag);
  }
  std::string_view inside = text.substr(text.find('>', open) + 1);
  inside = inside.substr(0, inside.find('<'));
  std::string content;
  while (!inside.empty()) {
    const auto reference = std::ranges::find_if(
        named, [&](const auto& n) { return inside.starts_with("&" + std::string(n.first) + ";"); });
    content += reference == named.end() ? inside.front() : reference->second;
    inside.remove_prefix(reference == named.end() ? 1 : reference->first.size() + 2);
  }
  return content;
}

}  // namespace oncelab::report
