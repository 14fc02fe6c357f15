// history_page: a recorded history and what a check said of it, as an HTML page (page_shell.hpp).
//
// Promises: the same inputs give the same bytes. Whatever the history's length, the page stays
// below page_bytes_max, but for texts of the head: at once it shows the operations that the failure
// is about (history_window.hpp), and packed, for those who ask, as many of the others as fit; how
// many were left out is said in the page. Recorded texts are cut.
//
// Does not promise: that the history is legal or not; the page shows what it is given.
// Threads: a pure function. Cost: linear, and a few compressions of what fits. No errors.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/report/page_shell.hpp>

namespace oncelab::report {

struct HistoryPage {
  static constexpr std::size_t page_bytes_max = 200'000;

  const history::History& history;
  const check::CheckResult& result;
  const check::Explanation* explanation = nullptr;  // of a violation
  std::span<const check::LinearPoint> order;        // of what held, if it is known
  PageHead head;  // without the verdict, and without what the page itself knows to say
};

[[nodiscard]] std::string history_page(const HistoryPage& page);

}  // namespace oncelab::report
