// What may happen to the world of a scenario, as flags: --crashes-max, --clock-steps-max,
// --faults-max.
#pragma once

#include <cstdint>
#include <optional>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/cli/flags.hpp>
#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>

namespace oncelab::cli {

/// What the scenario itself wants.
void apply_standard(const scenario::Scenario& scenario, schedule::Bound& bound);

class WorldFlags {
 public:
  void declare(Flags& flags);
  /// What was given, and else what the scenario wants. An error: it cannot happen there.
  [[nodiscard]] Result<void> apply(const scenario::Scenario& scenario,
                                   schedule::Bound& bound) const;

 private:
  std::optional<std::uint64_t> crashes_, clock_steps_, faults_;
};

}  // namespace oncelab::cli
