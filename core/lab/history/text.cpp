#include <oncelab/core/lab/history/text.hpp>

#include <algorithm>

namespace oncelab::history {
namespace {

constexpr std::size_t list_shown_max = 60;
constexpr int depth_max = 8;  // a list cannot contain itself, but it can be built deep

bool is_word(std::string_view text) {
  return !text.empty() && text != "nil" &&
         std::ranges::all_of(text,
                             [](char c) {
                               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                      (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' ||
                                      c == ':' || c == '/';
                             }) &&
         !(text[0] >= '0' && text[0] <= '9') && text[0] != '-';
}

std::string value_text(const History& history, const Value& value, int depth) {
  switch (value.kind) {
    case ValueKind::nil:
      return "nil";
    case ValueKind::integer:
      return std::to_string(value.first);
    case ValueKind::symbol: {
      const std::string_view text = history.text(Symbol{value.index});
      return is_word(text) && text.size() <= list_shown_max ? std::string(text)
                                                            : "\"" + printable(text) + "\"";
    }
    case ValueKind::pair:
      return "[" + std::to_string(value.first) + "," + std::to_string(value.second) + "]";
    case ValueKind::list:
      break;
  }
  if (depth == 0) {
    return "[...]";
  }
  std::string text = "[";
  for (const Value& item : history.items(value)) {
    if (text.size() > list_shown_max) {
      return text + ",...]";
    }
    text += (text.size() > 1 ? "," : "") + value_text(history, item, depth - 1);
  }
  return text + "]";
}

}  // namespace

std::string printable(std::string_view foreign, std::size_t shown_max) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const char c : foreign.substr(0, shown_max)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n' || c == '\r' || c == '\t') {
      text += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
    } else if (c == '"' || c == '\\') {
      text += {'\\', c};
    } else if (byte < 32 || byte > 126) {
      text += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    } else {
      text += c;
    }
  }
  return foreign.size() > shown_max ? text + "..." : text;
}

std::string printable_path(std::string_view path) {
  constexpr std::size_t longest = 4096;  // of a path that the system takes
  return path.empty() ? "''" : printable(path, longest);
}

std::string to_text(const History& history, const Value& value) {
  return value_text(history, value, depth_max);
}

std::string to_text(const History& history, ClientId client) {
  const auto name = history.client_name(client);
  return "client " + (name ? printable(*name) : std::to_string(raw(client)));
}

std::string to_text(const History& history, OperationIndex index) {
  const Operation& operation = history.operation(index);
  std::string text =
      to_text(history, operation.client) + ": " + printable(history.text(operation.f));
  if (!operation.input.is_nil()) {
    text += " " + to_text(history, operation.input);
  }
  if (!operation.key.is_nil()) {
    text += " key " + to_text(history, operation.key);
  }
  if (!operation.returned() || operation.outcome == Outcome::unknown) {
    return text + " -> ?";
  }
  if (operation.outcome == Outcome::fail) {
    return text + " -> did not happen";
  }
  const bool repeats_input = operation.output == operation.input && !operation.output.is_nil();
  const bool says_nothing = operation.output.is_nil() && !operation.input.is_nil();
  return repeats_input || says_nothing ? text : text + " -> " + to_text(history, operation.output);
}

}  // namespace oncelab::history
