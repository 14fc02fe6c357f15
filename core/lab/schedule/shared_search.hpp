// For tests: explores with one process and with several, and compares what they come to.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/core/lab/schedule/same_result.hpp>

namespace oncelab::schedule {

struct Search {
  const char* strategy = "dpor";
  std::optional<std::uint32_t> preemptions_max;
  bool symmetry = false;
};
inline constexpr Search every_schedule = {"dfs", std::nullopt, false};
inline constexpr Search every_class = {"dpor", std::nullopt, false};
[[nodiscard]] std::string text_of(const Search& search);
/// Every tree search.
[[nodiscard]] const std::vector<Search>& searches();

class SharedSearch : public testing::Test {
 protected:
  ExploreResult explore(scenario::Experiment& experiment, const Search& search,
                        ExploreOptions options);
  /// Any number of processes comes to what one comes to.
  void compare(scenario::Experiment& experiment, const Search& search, ExploreOptions options = {});
  /// Tells how it went.
  void TearDown() override;

  Sharing sharing_;  // summed over all that was explored
};

}  // namespace oncelab::schedule
