// Purse: what may still be spent, in schedules; shared by all searches of one shrinking. Internal.
#pragma once

#include <cstdint>
#include <functional>

namespace oncelab::shrink {

struct Purse {
  std::uint64_t schedules_left = 0;
  std::uint64_t spent = 0;
  std::function<bool(std::uint64_t)> go_on;
  bool stopped = false;

  [[nodiscard]] bool empty() const { return schedules_left == 0 || stopped; }
  /// Whether to go on, between schedules too: making programs takes its time.
  void ask() { stopped |= go_on && !go_on(spent); }
  void pay() {
    ++spent;
    --schedules_left;
    ask();  // every time: one schedule of a large program can take a second
  }
};

}  // namespace oncelab::shrink
