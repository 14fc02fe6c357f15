// How large a case is, and what of another one is smaller. Internal to core/lab/cli.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <string>

#include <oncelab/core/lab/case/case_file.hpp>
#include <oncelab/core/lab/shrink/happenings.hpp>

namespace oncelab::cli {

struct CaseSize {
  explicit CaseSize(const cases::CaseFile& c);

  [[nodiscard]] boost::json::value value() const;
  /// "2 clients x 1 operation, 1 preemption, 1 crash, 9 steps".
  [[nodiscard]] std::string text() const;

  scenario::Program program;
  schedule::Schedule schedule;
  shrink::Happened happened;
  std::size_t steps;
};

/// ", 1 crash, 2 faults"; empty if nothing happened.
[[nodiscard]] std::string happened_text(const shrink::Happened& happened);

/// "clients 3 -> 2, preemptions 2 -> 1"; empty if program and schedule are the same.
[[nodiscard]] std::string smaller_text(const CaseSize& before, const CaseSize& after);

}  // namespace oncelab::cli
