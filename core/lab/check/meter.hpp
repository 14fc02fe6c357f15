// Meter: what all searches of one check have used up together, and whether they are to stop.
//
// Searches report every so many steps, so that a limit of steps is exact with one thread and
// overrun by less than one interval per thread with several. The clock is looked at on each report,
// and the interval adapts to models whose steps are slow: limits of time hold within milliseconds.
//
// Work is what steps do not count: comparing configurations, building what is searched. A limit of
// it holds for explanations, which ask for many checks of a long history; it is the same on every
// machine, unlike a limit of time.
//
// Threads: everything but begin() may be called from any thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

#include <oncelab/core/lab/check/checker.hpp>

namespace oncelab::check {

enum class SearchEnd : std::uint8_t {
  explained,
  impossible,
  out_of_steps,
  out_of_memory,
  out_of_time,
  stopped,  // another search has decided the verdict
};

class Meter {
 public:
  static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

  void begin(const Budget& budget, std::uint64_t work_max = no_limit) {
    budget_ = budget;
    work_max_ = work_max;
    steps_ = 0;
    work_ = 0;
    stopped_ = false;
    sharers_ = 1;
  }
  /// Each of so many searches gets an equal part of the memory.
  void share_memory(unsigned searches) { sharers_ = searches; }
  void add_steps(std::uint64_t steps) { steps_.fetch_add(steps, std::memory_order_relaxed); }
  void add_work(std::uint64_t units) { work_.fetch_add(units, std::memory_order_relaxed); }
  void stop() { stopped_.store(true, std::memory_order_relaxed); }

  [[nodiscard]] std::uint64_t steps() const { return steps_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t steps_left() const {
    return budget_.steps_max == 0 ? no_limit
                                  : budget_.steps_max - std::min(budget_.steps_max, steps());
  }
  /// Of all kinds, steps among them.
  [[nodiscard]] std::uint64_t work() const {
    return steps() + work_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool is_used_up() const { return steps_left() == 0 || work() >= work_max_; }
  [[nodiscard]] std::uint64_t bytes_max() const {
    return budget_.memory_bytes_max == 0 ? no_limit : budget_.memory_bytes_max / sharers_;
  }
  [[nodiscard]] bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }
  [[nodiscard]] bool has_deadline() const { return budget_.seconds != nullptr; }
  [[nodiscard]] double seconds() const { return has_deadline() ? budget_.seconds() : 0; }
  [[nodiscard]] bool is_late() const { return !has_time_for(0); }
  /// Late, or it will be once so much memory is given back.
  [[nodiscard]] bool is_late_with(std::size_t bytes) const {
    return !has_time_for(static_cast<double>(bytes) * seconds_per_byte_given_back);
  }
  [[nodiscard]] bool has_time_for(double more_seconds) const {
    return !has_deadline() || seconds() + more_seconds < budget_.stop_at;
  }

 private:
  static constexpr double seconds_per_byte_given_back = 4e-11;  // 0.03 s per GiB were measured

  Budget budget_;
  std::uint64_t work_max_ = no_limit;
  unsigned sharers_ = 1;
  std::atomic<std::uint64_t> work_ = 0;
  std::atomic<std::uint64_t> steps_ = 0;
  std::atomic<bool> stopped_ = false;
};

/// When a search has to report next.
class ReportInterval {
 public:
  void begin(const Meter& meter) {
    interval_ = interval_min;
    last_ = meter.seconds();
  }
  [[nodiscard]] std::uint64_t next(const Meter& meter) {
    if (meter.has_deadline()) {
      const double now = meter.seconds();
      interval_ = now - last_ > long_seconds ? std::max(interval_ / 4, std::uint64_t{1})
                                             : std::min(interval_ * 2, interval_max);
      last_ = now;
    } else {
      interval_ = interval_max;
    }
    return interval_;
  }

 private:
  static constexpr std::uint64_t interval_min = 16;
  static constexpr std::uint64_t interval_max = 1024;
  static constexpr double long_seconds = 0.002;

  std::uint64_t interval_ = interval_min;
  double last_ = 0;
};

}  // namespace oncelab::check
