// read_some: what a stream has without waiting for more, at least one byte unless it has ended.
#pragma once

#include <algorithm>
#include <cstddef>
#include <istream>
#include <span>

namespace oncelab::history {

/// Of each buffer between a file and its reader.
inline constexpr std::size_t buffer_bytes = std::size_t{64} * 1024;

/// How many bytes of `to` were filled; 0: there are no more, or the stream is bad().
[[nodiscard]] inline std::size_t read_some(std::istream& from, std::span<char> to) {
  if (from.peek() == std::istream::traits_type::eof()) {
    return 0;
  }
  const auto room = static_cast<std::streamsize>(to.size());
  from.read(to.data(), std::clamp(from.rdbuf()->in_avail(), std::streamsize{1}, room));
  return static_cast<std::size_t>(from.gcount());
}

}  // namespace oncelab::history
