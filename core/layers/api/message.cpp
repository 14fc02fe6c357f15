#include <algorithm>
#include <oncelab/core/layers/api/message.hpp>

namespace oncelab::api {

namespace {

/// Not std::tolower, which asks the locale.
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

auto is_named(std::string_view name) {
  return [name](const Header& header) { return same_header_name(header.name, name); };
}

}  // namespace

bool same_header_name(std::string_view one, std::string_view other) {
  return std::ranges::equal(one, other, [](char a, char b) { return lower(a) == lower(b); });
}

std::optional<std::string_view> find_header(const Headers& headers, std::string_view name) {
  const auto found = std::ranges::find_if(headers, is_named(name));
  if (found == headers.end()) {
    return std::nullopt;
  }
  return found->value;
}

std::size_t count_headers(const Headers& headers, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::count_if(headers, is_named(name)));
}

}  // namespace oncelab::api
