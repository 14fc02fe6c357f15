// Minimising a failing run: the shrinker with a clock, progress and interruption, and the test that
// what comes out fails again. Internal to core/lab/cli.
#pragma once

#include <memory>
#include <optional>

#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/shrink/shrink.hpp>

namespace oncelab::cli {

/// Ends early, with the smallest so far, after seconds_max or when the user interrupts. `budget`
/// has no go_on.
[[nodiscard]] shrink::Shrunk minimise(Session& session, const cases::Subject& subject,
                                      const schedule::Found& found, shrink::Budget budget = {},
                                      std::optional<double> seconds_max = std::nullopt);

/// Everything smaller was run: smaller programs, simpler arguments, fewer preemptions.
[[nodiscard]] bool is_proven(const shrink::Shrunk& shrunk);

/// The experiment after the failing run of `found`; null if it does not fail that way again.
[[nodiscard]] std::unique_ptr<scenario::Experiment> repeat(const cases::Subject& subject,
                                                           const schedule::Found& found);

/// The bound of a case is that of its run, not of the search that met it.
[[nodiscard]] cases::Subject subject_of_case(cases::Subject subject);

}  // namespace oncelab::cli
