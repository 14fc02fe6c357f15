// A counterexample as text: one column per thread, one row per step, for people.
//
//      step  client 0             client 1             at
//            call deliver m1
//    |    3  unlock mutex #1                           core/stores/memory/memory_mark_store.cpp:12
//    |       -- preempted here --
//    |                            call deliver m1
//    |    4                       lock mutex #1        core/stores/memory/memory_mark_store.cpp:10
//
// Promises: the rows of case_table.hpp, each on a line of its own; the bar at the left marks the
// critical ones. The last line is the command that replays it. Printable ASCII but for the
// explanation, no colour, no trailing blanks, every line ends with a newline; the same table gives
// the same text. With `rows_max`, of more rows only the critical ones and a few around them, as
// many as that, and a line for each gap that says how many are left out; of critical windows as
// many.
//
// Threads: values only. Cost: linear in the text. No errors.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>

#include <oncelab/core/lab/report/case_table.hpp>
#include <oncelab/core/lab/report/symbolize.hpp>
#include <oncelab/core/lab/runtime/runtime.hpp>

namespace oncelab::report {

[[nodiscard]] std::string columns(const CaseTable& table,
                                  std::size_t rows_max = std::numeric_limits<std::size_t>::max());
[[nodiscard]] std::string columns(const Counterexample& counterexample);

/// Two lines: which threads did what at which place, without anything that orders them.
[[nodiscard]] std::string race_text(const runtime::RaceReport& race,
                                    std::span<const runtime::ThreadInfo> threads,
                                    Symbolizer& symbolizer);

}  // namespace oncelab::report
