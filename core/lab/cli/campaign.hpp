// Campaign: exploring one scenario and variant from the command line: bounds, clock, interruption
// and progress in one place. For core/lab/cli and what is built on it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <oncelab/core/lab/case/make_case.hpp>
#include <oncelab/core/lab/cli/progress.hpp>
#include <oncelab/core/lab/cli/verb.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>

namespace oncelab::cli {

struct CampaignOptions {
  std::string strategy;
  bool symmetry = false;                  // dpor
  std::optional<std::string> checkpoint;  // a file; dpor
  std::uint64_t seed = 1;
  schedule::Shard shard;  // samplers
  std::uint32_t pct_depth = 3;
  std::optional<std::uint64_t> schedules_max;
  std::optional<double> seconds_max;
  bool goals_must_be_reached = true;
};

struct Campaign {
  cases::Subject subject;
  CampaignOptions options;
  std::unique_ptr<scenario::Experiment> experiment;  // its last run is the one that failed, if any
  schedule::ExploreResult result;
  double seconds = 0;
  std::uint64_t programs = 0;  // generated ones that were explored; 0: one, not generated
};

/// The strategy's name was checked before. An error: the checkpoint is of no use.
[[nodiscard]] Result<Campaign> explore_or_fail(Session& session, const cases::Subject& subject,
                                               const CampaignOptions& options);
/// The same without a checkpoint.
[[nodiscard]] Campaign explore(Session& session, const cases::Subject& subject,
                               const CampaignOptions& options);

/// What was explored: shape_text, or "12 generated programs".
[[nodiscard]] std::string what_text(const Campaign& campaign);
/// "order, variant memory, profile strict"; the profile only if the scenario has any.
[[nodiscard]] std::string subject_text(const cases::Subject& subject);
/// ", profile strict", or nothing.
[[nodiscard]] std::string profile_text(const cases::Subject& subject);
/// "2 clients x 1 operation".
[[nodiscard]] std::string shape_text(const scenario::Program& program);
/// "1 client", "2 clients".
[[nodiscard]] std::string count_text(std::uint64_t count, const std::string& one);

}  // namespace oncelab::cli
