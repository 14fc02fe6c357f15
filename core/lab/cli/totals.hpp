// Totals: how many verdicts there were, and what they come to. For check and merge. Internal to
// core/lab/cli.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>

#include <oncelab/core/lab/check/verdict.hpp>
#include <oncelab/core/lab/cli/cli.hpp>

namespace oncelab::cli {

struct Totals {
  unsigned examined = 0;
  unsigned as_expected = 0;
  unsigned inconclusive = 0;  // of those that are not as expected
  std::uint64_t schedules = 0;
  bool stopped = false;  // not everything that was asked for was run

  void count(check::Verdict verdict, check::Verdict expected, std::uint64_t its_schedules);
  /// "13 verdicts: 13 as expected; 8015 schedules"
  [[nodiscard]] std::string text() const;
  void add_to(boost::json::object& object) const;
  [[nodiscard]] ExitCode exit_code() const;
};

}  // namespace oncelab::cli
