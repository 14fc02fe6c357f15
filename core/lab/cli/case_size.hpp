// How large a case is, and what of another one is smaller. Internal to core/lab/cli.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <string>

#include <oncelab/core/lab/case/case_file.hpp>

namespace oncelab::cli {

struct CaseSize {
  explicit CaseSize(const cases::CaseFile& c)
      : program(c.program), schedule(c.schedule), steps(c.steps.size()) {}

  [[nodiscard]] boost::json::value value() const;
  /// "2 clients x 1 operation, 1 preemption, 9 steps".
  [[nodiscard]] std::string text() const;

  scenario::Program program;
  schedule::Schedule schedule;
  std::size_t steps;
};

/// "clients 3 -> 2, preemptions 2 -> 1"; empty if program and schedule are the same.
[[nodiscard]] std::string smaller_text(const CaseSize& before, const CaseSize& after);

}  // namespace oncelab::cli
