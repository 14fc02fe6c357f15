// Finding scenarios, variants, profiles and strategies by the names a user gives. Internal to
// core/lab/cli. Errors: unknown_name or usage, one line with the names there are.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/case/make_case.hpp>

namespace oncelab::cli {

[[nodiscard]] std::vector<std::string> strategies();

/// Those that there is something to run of: with variants. Sorted by name.
[[nodiscard]] std::vector<const scenario::Scenario*> runnable_scenarios();
[[nodiscard]] std::string variant_names(const scenario::Scenario& scenario);

/// What NAME means: a scenario, or a system under test and the scenarios of its contract.
struct Target {
  std::vector<const scenario::Scenario*> scenarios;  // at least one, sorted by name
  std::optional<std::string> variant;                // NAME is a system under test: this alone
};
[[nodiscard]] Result<Target> find_target(std::string_view name);

/// What a user asked to explore: NAME, --variant, --profile.
struct Asked {
  const std::optional<std::string>& name;
  const std::optional<std::string>& variant;
  const std::optional<std::string>& profile;
};
struct Chosen {
  cases::Subject subject;  // program and bound are left
  std::string note;        // what else NAME could mean; may be empty
};
/// The scenario's default variant and profile if none are given.
[[nodiscard]] Result<Chosen> find_subject(std::string_view verb, const Asked& asked);

[[nodiscard]] bool has_profile(const scenario::Scenario& scenario, std::string_view profile);
/// The one asked for if the scenario has it, otherwise its default; empty: it has none.
[[nodiscard]] std::string profile_of(const scenario::Scenario& scenario,
                                     const std::optional<std::string>& asked);
/// An error if none of the scenarios has this profile.
[[nodiscard]] Result<void> check_profile(std::string_view verb, std::string_view profile,
                                         const std::vector<const scenario::Scenario*>& scenarios);

}  // namespace oncelab::cli
