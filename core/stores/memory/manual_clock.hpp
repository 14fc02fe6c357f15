// For tests: a clock that stands still until it is told to move.
#pragma once

#include <atomic>
#include <oncelab/core/layers/api/clock.hpp>

namespace oncelab::stores {

class ManualClock final : public api::Clock {
 public:
  [[nodiscard]] api::TimePoint now() override { return api::TimePoint(api::Millis(millis_)); }
  void advance(api::Millis time) { millis_ += time.count(); }

 private:
  std::atomic<api::Millis::rep> millis_ = 1'000'000;
};

}  // namespace oncelab::stores
