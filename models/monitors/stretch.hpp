// Stretch: the time between a call and a return, as the monitors see it.
//
// Positions of events in a partition (check::Interval). Calls and returns never share a position,
// so comparing a return with a call tells which operation came first.
#pragma once

#include <cstdint>

namespace oncelab::models {

/// Later than every event: an outcome that never became known.
inline constexpr std::uint32_t open_end = 0xFFFF'FFFFU;

struct Stretch {
  std::uint32_t call = 0;
  std::uint32_t ret = 0;
};

}  // namespace oncelab::models
