// The marks of a step that case files keep, and their words. Internal.
//
// Left out: whether a spinning thread was held back and how weak an access was, which say how the
// step was chosen or compiled, not what it did.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include <oncelab/core/lab/runtime/step.hpp>

namespace oncelab::cases {

inline constexpr auto stored_flags = std::to_array<std::pair<runtime::StepFlag, std::string_view>>({
    {runtime::step_first_of_operation, "first"},
    {runtime::step_last_of_operation, "last"},
    {runtime::step_preemption, "preemption"},
    {runtime::step_timeout, "timeout"},
    {runtime::step_spurious, "spurious"},
    {runtime::step_failed, "failed"},
    {runtime::step_crash_point, "crash_point"},
    {runtime::step_fault, "fault"},
});

[[nodiscard]] constexpr std::uint16_t stored_flags_mask() {
  unsigned mask = 0;
  for (const auto& [flag, word] : stored_flags) {
    mask |= flag;
  }
  return static_cast<std::uint16_t>(mask);
}

}  // namespace oncelab::cases
