// Exploring many programs of one scenario, drawn at random, instead of one. For core/lab/cli and
// what is built on it.
//
// Promises: the same seed and budget give the same programs and schedules. No program comes twice.
// Programs grow from small to large; each is sampled a few times, by the portfolio. The
// goals of all programs count together. The first run that fails ends it.
#pragma once

#include <oncelab/core/lab/cli/campaign.hpp>

namespace oncelab::cli {

inline constexpr std::uint64_t schedules_per_program = 10;

/// One campaign for all of them: Campaign::programs says how many. subject.program is ignored. The
/// scenario generates programs; options.schedules_max is needed, options.strategy is not looked at.
[[nodiscard]] Campaign explore_generated(Session& session, const cases::Subject& subject,
                                         const CampaignOptions& options);

/// Goals of the same text count together.
void add_goals(std::vector<scenario::Goal>& all, const std::vector<scenario::Goal>& more);

/// Does the scenario generate programs at all?
[[nodiscard]] bool generates(const scenario::Scenario& scenario);

}  // namespace oncelab::cli
