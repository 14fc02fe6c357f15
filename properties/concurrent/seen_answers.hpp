// Explores a program and collects which answers its runs gave: what a test of a contract looks at.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>

#include <oncelab/core/lab/scenario/scenario.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>

namespace oncelab::properties {

struct Seen {
  schedule::ExploreResult result;
  /// "begin -> started", the first word of every answer.
  std::set<std::string> answers;
};

/// Depth-first, with at most this many preemptions and schedules.
struct Depth {
  std::uint32_t preemptions_max = 3;
  std::uint64_t schedules_max = 20'000;
};
[[nodiscard]] Seen explore_all(const scenario::Scenario& scenario, const scenario::Setting& setting,
                               const scenario::Program& program, Depth depth = {});

}  // namespace oncelab::properties
