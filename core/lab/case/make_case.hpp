// make_case: the case file of a run that failed.
//
// Promises: what it makes can be written and read back: texts for people are cut to what a case
// file accepts and hold printable ASCII only. The history is the experiment's last run, which must
// be the run that failed. Threads: values, plus one symbolizer. Cost: linear in the steps.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <oncelab/core/lab/case/case_file.hpp>
#include <oncelab/core/lab/report/described_step.hpp>
#include <oncelab/core/lab/report/symbolize.hpp>

namespace oncelab::cases {

/// What is being examined, and how.
struct Subject {
  const scenario::Scenario* scenario = nullptr;
  std::string variant;
  std::string profile;  // empty: the scenario's default, if it has profiles
  scenario::Program program;
  schedule::Bound bound;
};

/// A fresh experiment of it.
[[nodiscard]] std::unique_ptr<scenario::Experiment> bind(const Subject& subject);

[[nodiscard]] CaseFile make_case(const Subject& subject, const schedule::Found& found,
                                 const history::History& history, bool minimal,
                                 report::Symbolizer& symbolizer);

/// Version of this program, as case files name it.
[[nodiscard]] std::string_view tool_version();

}  // namespace oncelab::cases
