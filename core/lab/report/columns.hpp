// Counterexample and its rendering: one column per thread, one row per step, for people.
//
//      step  client 0             client 1             at
//            call deliver m1
//    |    3  unlock mutex #1                           core/stores/memory/memory_mark_store.cpp:12
//    |       -- preempted here --
//    |                            call deliver m1
//    |    4                       lock mutex #1        core/stores/memory/memory_mark_store.cpp:10
//
// Promises: every step of the run has its row, in order; calls, returns and effects of the history
// stand where the history's clock has them; each preemption has a row of its own; the bar at the
// left marks the critical window: from the preempted thread's last step to its next one. The last
// line is the command that replays it. Printable ASCII, no colour, no trailing blanks, every line
// ends with a newline; the same counterexample gives the same text.
// Left out: the main thread's last step, which only waits for the clients, if it is the last row.
//
// Threads: values only. Cost: linear in the text. No errors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/report/described_step.hpp>
#include <oncelab/core/lab/report/symbolize.hpp>
#include <oncelab/core/lab/runtime/runtime.hpp>
#include <oncelab/core/lab/scenario/scenario.hpp>

namespace oncelab::report {

struct Counterexample {
  std::string title;  // "inbox, variant naive: violated"
  std::vector<runtime::ThreadInfo> threads;
  std::vector<DescribedStep> steps;
  const history::History* history = nullptr;  // none: no call and return rows
  scenario::Failure failure;
  std::string explanation;     // several lines; may be empty
  std::string replay_command;  // may be empty
};

[[nodiscard]] std::string columns(const Counterexample& counterexample);

/// "property: text" in one line, but once only if the text begins with the property.
[[nodiscard]] std::string failure_line(const scenario::Failure& failure);

/// From the preempted thread's last step to its next one (or the end of the run), both inclusive.
struct Window {
  std::size_t first = 0;
  std::size_t last = 0;
  std::uint32_t thread = 0;  // the preempted one
  bool resumed = false;
};
/// One for each preemption, in order.
[[nodiscard]] std::vector<Window> critical_windows(std::span<const DescribedStep> steps);

/// Two lines: which threads did what at which place, without anything that orders them.
[[nodiscard]] std::string race_text(const runtime::RaceReport& race,
                                    std::span<const runtime::ThreadInfo> threads,
                                    Symbolizer& symbolizer);

}  // namespace oncelab::report
