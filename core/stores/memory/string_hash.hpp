// Lets a map keyed by std::string be searched with a std::string_view, without a copy.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace oncelab::stores {

struct StringHash {
  using is_transparent = void;

  [[nodiscard]] std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>{}(text);
  }
};

}  // namespace oncelab::stores
