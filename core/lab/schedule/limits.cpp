#include <oncelab/core/lab/schedule/limits.hpp>

#include <utility>

#include <oncelab/core/lab/schedule/trial.hpp>

namespace oncelab::schedule {

namespace {
constexpr std::uint64_t ask_every = 256;  // runs
}

Limits::Limits(const ExploreOptions& options, std::function<void(ExploreResult&)> tell)
    : options_(options),
      tell_(std::move(tell)),
      started_(options.now_seconds ? options.now_seconds() : 0),
      next_((options.before != nullptr ? options.before->runs : 0) + ask_every) {}

bool Limits::ask(ExploreResult& result) const {
  if (options_.keep) {
    tell_(result);
    options_.keep(result);
  }
  if (options_.progress && !options_.progress(result.schedules)) {
    stop(result, StopReason::interrupted, "interrupted");
    return false;
  }
  return true;
}

bool Limits::in_time(ExploreResult& result) const {
  if (options_.seconds_max.has_value() && options_.now_seconds &&
      options_.now_seconds() - started_ >= *options_.seconds_max) {
    stop(result, StopReason::seconds, "the time given by --seconds-max is used up");
    return false;
  }
  return true;
}

bool Limits::allow_one_more(ExploreResult& result) {
  if (options_.schedules_max.has_value() && result.schedules >= *options_.schedules_max) {
    result.stop = StopReason::schedules;
    return false;
  }
  if (result.runs >= next_) {
    next_ = result.runs + ask_every;
    if (!ask(result)) {
      return false;
    }
  }
  return in_time(result);
}

bool Limits::allow_waiting(ExploreResult& result) { return ask(result) && in_time(result); }

}  // namespace oncelab::schedule
