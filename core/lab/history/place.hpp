// Place: where in a text something begins. Internal to readers and to what tells of their input.
#pragma once

#include <cstddef>
#include <cstdint>

namespace oncelab::history {

/// Both from 1; columns count bytes.
struct Place {
  std::uint64_t line = 1;
  std::size_t column = 1;
};

}  // namespace oncelab::history
