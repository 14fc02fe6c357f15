// Replaying a case: does it still fail?
//
// The program must fit: the scenario and the variant exist and the scenario accepts the program;
// otherwise the answer is an error of kind does_not_fit. Then
// - the schedule is followed; if that can be done and the run fails, the case FAILED;
// - otherwise the first divergence from the recorded steps is named, and every schedule of that
//   program with at most the case's preemptions + 1 is run: one fails: FAILED, with the new
//   schedule; none, and all were run: FIXED; anything else is inconclusive.
//
// Promises: the same case and program give the same answer; FIXED is never said without every
// schedule of the bound having been run. Does not promise: that no schedule outside the bound
// fails. Threads: the one thread that explores. Cost: two runs if it still fails.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/case/case_file.hpp>
#include <oncelab/core/lab/case/divergence.hpp>
#include <oncelab/core/lab/case/make_case.hpp>

namespace oncelab::cases {

struct ReplayOptions {
  std::optional<std::string> variant;  // instead of the case's
  std::optional<std::uint64_t> schedules_max;
  std::optional<double> seconds_max;
  std::function<double()> now_seconds;
  std::function<bool(std::uint64_t)> progress;
};

enum class ReplayVerdict : std::uint8_t { failed, fixed, inconclusive };

struct ReplayResult {
  ReplayVerdict verdict = ReplayVerdict::inconclusive;
  Subject subject;           // scenario, variant, program and the bound that was explored
  bool followed = false;     // the recorded schedule could be followed to its end
  bool as_recorded = false;  // it failed with the recorded trace and history
  std::string note;          // one line: why inconclusive, or what differs from the record
  std::optional<Divergence> divergence;
  std::optional<schedule::ExploreResult> explored;  // if the recorded schedule no longer fails
  std::optional<schedule::Found> found;             // FAILED: the failing run
};

[[nodiscard]] Result<ReplayResult> replay(const CaseFile& content, const ReplayOptions& options,
                                          report::Symbolizer& symbolizer);

/// FAILED, FIXED or INCONCLUSIVE.
[[nodiscard]] std::string_view text(ReplayVerdict verdict);

/// One run along a schedule in a process where nothing may have run yet: a first run that does not
/// count lets the libraries that the code under test uses initialise themselves.
[[nodiscard]] schedule::Replayed rerun(scenario::Experiment& experiment,
                                       const schedule::Schedule& schedule,
                                       const runtime::RunOptions& options);

}  // namespace oncelab::cases
