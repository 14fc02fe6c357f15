// Looking up a model's words in a history.
#pragma once

#include <limits>
#include <string_view>

#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::models {

/// Equal to no symbol of any history.
inline constexpr history::Symbol no_symbol{std::numeric_limits<std::uint32_t>::max()};

[[nodiscard]] inline history::Symbol symbol_or_none(const history::History& history,
                                                    std::string_view text) {
  return history.find_symbol(text).value_or(no_symbol);
}

}  // namespace oncelab::models
