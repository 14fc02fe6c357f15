// failing_place: the one line of the user's code to which a failure is pinned, where a report has
// room for one only.
//
// A data race: its second access. Otherwise the step after which the first preemption came, where
// the critical window opens; without a preemption the last step that has a line.
// Promises: "file:line" or empty. Threads: values, plus one symbolizer. Cost: linear.
#pragma once

#include <span>
#include <string>

#include <oncelab/core/lab/report/described_step.hpp>
#include <oncelab/core/lab/report/symbolize.hpp>
#include <oncelab/core/lab/runtime/runtime.hpp>

namespace oncelab::report {

[[nodiscard]] std::string failing_place(std::span<const DescribedStep> steps,
                                        const runtime::Outcome& outcome, Symbolizer& symbolizer);

}  // namespace oncelab::report
