#include <oncelab/core/lab/report/failing_place.hpp>

#include <algorithm>
#include <ranges>

#include <oncelab/core/lab/report/case_table.hpp>

namespace oncelab::report {

namespace {

/// A step's `at` may name its caller too.
std::string without_caller(const std::string& at) { return at.substr(0, at.find(", from ")); }

}  // namespace

std::string failing_place(std::span<const DescribedStep> steps, const runtime::Outcome& outcome,
                          Symbolizer& symbolizer) {
  if (outcome.kind == runtime::OutcomeKind::data_race) {
    for (const auto* side : {&outcome.race.second, &outcome.race.first}) {
      if (std::string place = symbolizer.user_place(side->stack); !place.empty()) {
        return place;
      }
    }
  }
  for (const Window& window : critical_windows(steps)) {
    if (!steps[window.first].at.empty()) {
      return without_caller(steps[window.first].at);
    }
  }
  const auto backwards = std::views::reverse(steps);
  const auto last =
      std::ranges::find_if(backwards, [](const DescribedStep& s) { return !s.at.empty(); });
  return last == backwards.end() ? std::string() : without_caller(last->at);
}

}  // namespace oncelab::report
