// Finding scenarios, variants and strategies by the names a user gives. Internal to core/lab/cli.
// Errors: unknown_name or usage, one line with the names there are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/case/make_case.hpp>

namespace oncelab::cli {

[[nodiscard]] std::vector<std::string> strategies();

[[nodiscard]] Result<const scenario::Scenario*> find_scenario(std::string_view name);
[[nodiscard]] std::string variant_names(const scenario::Scenario& scenario);

/// Scenario and variant (the scenario's default if none is given); program and bound are left.
[[nodiscard]] Result<cases::Subject> find_subject(std::string_view verb,
                                                  const std::optional<std::string>& name,
                                                  const std::optional<std::string>& variant);

}  // namespace oncelab::cli
