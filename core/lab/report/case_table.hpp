// CaseTable: a counterexample as rows and columns, before anybody draws it: columns.hpp prints it,
// case_page.hpp makes a page of it, and both say the same.
//
// Promises: every step of the run has its row, in order; calls, returns and effects of the history
// stand where the history's clock has them; each preemption has a row of its own. A row is critical
// if it is in a critical window: from a preempted thread's last step to its next one. Cells hold
// printable ASCII, whatever a scenario or a history holds; the same counterexample gives the same
// table.
// Left out: the main thread's last step, which only waits for the clients, if it is the last row.
//
// Threads: values only. Cost: linear in the rows. No errors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/report/described_step.hpp>
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

struct CaseRow {
  enum class Kind : std::uint8_t {
    step,
    fault,  // a step in which something went wrong
    call,
    returned,
    effect,
    preemption,
    crash,       // a step that is nobody's
    clock_step,  // the same
  };
  Kind kind = Kind::step;
  std::size_t column = 0;
  std::string text;
  std::string at;  // "file:line", or empty
  bool critical = false;

  /// Does it have a number? They are given in order, from 0.
  [[nodiscard]] bool is_step() const {
    return kind == Kind::step || kind == Kind::fault || is_world();
  }
  [[nodiscard]] bool is_world() const { return kind == Kind::crash || kind == Kind::clock_step; }
};

struct CaseTable {
  static constexpr std::size_t across_all = ~std::size_t{0};  // the column of the world's rows

  std::string title;
  std::vector<std::string> columns;  // clients by number, then the other threads; never none
  std::vector<CaseRow> rows;
  std::vector<std::string> windows;  // one line for each critical window
  std::string failure;               // one line
  std::string explanation;           // several lines; may be empty
  std::string replay_command;        // may be empty
};

[[nodiscard]] CaseTable case_table(const Counterexample& counterexample);

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

}  // namespace oncelab::report
