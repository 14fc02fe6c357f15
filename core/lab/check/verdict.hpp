// Verdict: the three answers a check can give, and why it could not give one of the first two.
//
// `held` and `violated` are certain; everything a limit has cut short is `inconclusive`, never a
// pass. The texts are stable: they appear in reports and in JSON.
#pragma once

#include <cstdint>
#include <string_view>

namespace oncelab::check {

enum class Verdict : std::uint8_t { held, violated, inconclusive };

enum class InconclusiveReason : std::uint8_t {
  none,          // the verdict is not inconclusive
  steps,         // the budget of search steps is used up
  memory,        // the budget of memory is used up
  time,          // the deadline has passed
  overlap,       // more operations of one key were open at once than a stream can follow
  not_in_model,  // the history has an operation that the model does not know
};

[[nodiscard]] constexpr std::string_view text(Verdict verdict) {
  switch (verdict) {
    case Verdict::held:
      return "held";
    case Verdict::violated:
      return "violated";
    case Verdict::inconclusive:
      break;
  }
  return "inconclusive";
}

[[nodiscard]] constexpr std::string_view text(InconclusiveReason reason) {
  switch (reason) {
    case InconclusiveReason::none:
      return "none";
    case InconclusiveReason::steps:
      return "the limit of search steps was reached";
    case InconclusiveReason::memory:
      return "the limit of memory was reached";
    case InconclusiveReason::time:
      return "the limit of time was reached";
    case InconclusiveReason::overlap:
      return "more operations of one key were open at once than a stream can follow";
    case InconclusiveReason::not_in_model:
      break;
  }
  return "an operation is not one of the model's";
}

}  // namespace oncelab::check
