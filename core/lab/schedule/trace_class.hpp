// A number for the class of equivalent schedules that a run belongs to.
//
// Two runs whose steps conflict in the same order (operation_conflict.hpp) have the same number;
// others have different ones, but for chance. Used to tell what is new, where a mistake costs
// little: the history may differ within a class, as may effects. Independent of addresses and of
// the numbering of threads and objects. Cost: linear in the steps; memory linear in the objects.
// Threads: any. Source: Mazurkiewicz traces.
#pragma once

#include <cstdint>

#include <oncelab/core/lab/runtime/step.hpp>

namespace oncelab::schedule {

[[nodiscard]] std::uint64_t trace_class(const runtime::RunTrace& trace);

}  // namespace oncelab::schedule
