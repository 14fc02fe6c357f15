// case_page: what a verb found in the runs of scenarios, as an HTML page (page_shell.hpp): all
// verdicts, and each failing run to be gone through step by step.
//
// Promises: the same inputs give the same bytes. Without JavaScript the page says everything: the
// head's lines, all verdicts, and each counterexample as columns.hpp prints it. Whatever is long is
// cut, and the page says so: a text of a row after cell_bytes_max; the printed columns of all
// cases together after rows_printed_max, where what is critical stays; the rows of those cases
// with which rows_max would be passed.
//
// Threads: a pure function. Cost: linear. No errors.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <oncelab/core/lab/report/case_table.hpp>
#include <oncelab/core/lab/report/judgement.hpp>
#include <oncelab/core/lab/report/page_shell.hpp>

namespace oncelab::report {

/// One verdict, with its failing run if there is one.
struct JudgedCase {
  Judgement judgement;
  std::optional<CaseTable> table;
};

struct CasePage {
  static constexpr std::size_t cell_bytes_max = 400;
  static constexpr std::size_t rows_printed_max = 1000;
  static constexpr std::size_t rows_max = 200'000;
  static constexpr std::size_t rows_plain_max = 2000;  // of one case; more are packed (packed.hpp)

  PageHead head;  // without what the page itself knows to say: of one verdict, the verdict too
  std::vector<JudgedCase> judged;
};

[[nodiscard]] std::string case_page(const CasePage& page);

}  // namespace oncelab::report
