// Memo: a checker that answers at once when it is shown a history it has found legal before.
//
// Many schedules end in the same history. Two histories are the same here if the checker cannot
// tell them apart: the same calls and returns in the same order, whatever the time and the effects.
// They are compared in full, not by a hash alone. Only `held` is remembered: a violation ends a
// campaign, and what was inconclusive under one budget may not be under another.
//
// Promises: the verdicts of the checker it wraps; memory within its limit (it forgets all it knows
// when that is used up). Does not promise: to be faster where histories do not repeat. Cost: linear
// in the history. Threads: as Checker.
#pragma once

#include <cstddef>
#include <memory>

#include <oncelab/core/lab/check/checker.hpp>

namespace oncelab::check {

inline constexpr std::size_t memo_bytes_max = std::size_t{8} << 20U;

[[nodiscard]] std::unique_ptr<Checker> with_memo(std::unique_ptr<Checker> checker,
                                                 std::size_t bytes_max = memo_bytes_max);

}  // namespace oncelab::check
