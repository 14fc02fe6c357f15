// Where a store of claims gets the time from.
//
// Promises: a Clock answers the time of its source whenever it is asked. SystemClock is the clock
// of this machine.
// Does not promise: that time only moves forward. A clock set back makes leases last longer, one
// set forward ends them early; stores shared by machines should ask one of them, not each its own.
// Threads: now() may be called concurrently.
#pragma once

#include <chrono>

namespace oncelab::api {

using Millis = std::chrono::milliseconds;
using TimePoint = std::chrono::sys_time<Millis>;

class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;

  [[nodiscard]] virtual TimePoint now() = 0;
};

class SystemClock final : public Clock {
 public:
  [[nodiscard]] TimePoint now() override {
    return std::chrono::floor<Millis>(std::chrono::system_clock::now());
  }
};

}  // namespace oncelab::api
