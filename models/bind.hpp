// Looking up a model's words in a history, and taking its values apart.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>

#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::models {

/// Equal to no symbol of any history.
inline constexpr history::Symbol no_symbol{std::numeric_limits<std::uint32_t>::max()};

[[nodiscard]] inline history::Symbol symbol_or_none(const history::History& history,
                                                    std::string_view text) {
  return history.find_symbol(text).value_or(no_symbol);
}

/// The items of a list or pair; of any other value, itself; of nil, nothing.
struct Parts {
  static constexpr std::size_t kept_max = 3;
  std::array<history::Value, kept_max> items{};  // the first ones
  std::size_t size = 0;                          // may be more than are kept

  [[nodiscard]] bool begin_with(history::Symbol word) const {
    return size > 0 && items[0].is_symbol(word);
  }
};

[[nodiscard]] inline Parts parts_of(const history::History& history, const history::Value& value) {
  Parts parts;
  const auto add = [&](const history::Value& item) {
    if (parts.size < Parts::kept_max) {
      parts.items[parts.size] = item;
    }
    ++parts.size;
  };
  if (value.is_pair()) {
    add(history::Value::integer(value.first));
    add(history::Value::integer(value.second));
  } else if (value.is_list()) {
    for (const history::Value& item : history.items(value)) {
      add(item);
    }
  } else if (!value.is_nil()) {
    add(value);
  }
  return parts;
}

/// The integer at this place. False if there is something else; what is missing is no integer, and
/// allowed.
[[nodiscard]] inline bool read_optional(const Parts& parts, std::size_t place,
                                        std::optional<std::int64_t>& out) {
  out.reset();
  if (place >= parts.size) {
    return true;
  }
  if (place >= Parts::kept_max || !parts.items[place].is_integer()) {
    return false;
  }
  out = parts.items[place].first;
  return true;
}

}  // namespace oncelab::models
