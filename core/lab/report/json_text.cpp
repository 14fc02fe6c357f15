#include <oncelab/core/lab/report/json_text.hpp>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <string_view>

namespace oncelab::report {

namespace json = boost::json;

namespace {

constexpr std::size_t line_max = 140;  // a step of a case file fits

bool is_plain(const json::value& value) {
  return (!value.is_object() || value.get_object().empty()) &&
         (!value.is_array() || value.get_array().empty());
}

/// ": " and ", " rather than Boost's denser form.
std::string one_line(const json::value& value) {
  if (const auto* object = value.if_object()) {
    std::string text = "{";
    for (const auto& [key, member] : *object) {
      text += text.size() > 1 ? ", " : "";
      text += json::serialize(key) + ": " + one_line(member);
    }
    return text + "}";
  }
  if (const auto* array = value.if_array()) {
    std::string text = "[";
    for (const auto& item : *array) {
      text += text.size() > 1 ? ", " : "";
      text += one_line(item);
    }
    return text + "]";
  }
  return json::serialize(value);
}

/// Plain values, and lists of them.
bool is_flat(const json::value& value) {
  const auto is_small = [](const json::value& item) {
    return is_plain(item) || (item.is_array() && std::ranges::all_of(item.get_array(), is_plain));
  };
  if (const auto* object = value.if_object()) {
    return std::ranges::all_of(*object,
                               [&](const auto& member) { return is_small(member.value()); });
  }
  const auto* array = value.if_array();
  return array == nullptr || std::ranges::all_of(*array, is_plain);
}

void write(std::string& out, const json::value& value, std::size_t indent, std::size_t used) {
  if (is_flat(value)) {
    const std::string text = one_line(value);
    if (is_plain(value) || indent + used + text.size() <= line_max) {
      out += text;
      return;
    }
  }
  const std::string inner(indent + 2, ' ');
  bool first = true;
  const auto next_line = [&] {
    out += first ? "\n" : ",\n";
    out += inner;
    first = false;
  };
  if (const auto* object = value.if_object()) {
    out += '{';
    for (const auto& [key, member] : *object) {
      next_line();
      const std::string name = json::serialize(key) + ": ";
      out += name;
      write(out, member, indent + 2, name.size());
    }
    out += "\n" + std::string(indent, ' ') + "}";
  } else {
    out += '[';
    for (const auto& item : value.get_array()) {
      next_line();
      write(out, item, indent + 2, 0);
    }
    out += "\n" + std::string(indent, ' ') + "]";
  }
}

}  // namespace

std::string json_text(const json::value& value) {
  std::string out;
  write(out, value, 0, 0);
  return out + "\n";
}

std::string hex_text(std::uint64_t number) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; number >>= 4U) {
    text[i] = digits[number & 15U];
  }
  return text;
}

}  // namespace oncelab::report
