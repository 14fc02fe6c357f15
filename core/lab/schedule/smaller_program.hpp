// For tests: the smallest part of a small program that still shows something.
//
// Instructions are left out one or two at a time, and threads whole, as long as what is left can be
// run: each lock has its unlock, each spawned thread is joined. Costs: at most a few times the
// square of the program's length calls of `shows`. Deterministic.
#pragma once

#include <functional>

#include <oncelab/core/lab/schedule/small_program.hpp>

namespace oncelab::small {

[[nodiscard]] Program smallest(Program program, const std::function<bool(const Program&)>& shows);

}  // namespace oncelab::small
