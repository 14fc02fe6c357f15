#include <oncelab/core/lab/report/failing_place.hpp>

#include <algorithm>
#include <ranges>

#include <oncelab/core/lab/report/columns.hpp>

namespace oncelab::report {

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
      return steps[window.first].at;
    }
  }
  const auto backwards = std::views::reverse(steps);
  const auto last =
      std::ranges::find_if(backwards, [](const DescribedStep& s) { return !s.at.empty(); });
  return last == backwards.end() ? std::string() : last->at;
}

}  // namespace oncelab::report
