#include <oncelab/core/lab/schedule/shared_search.hpp>

#include <iostream>

namespace oncelab::schedule {

std::string text_of(const Search& search) {
  return std::string(search.strategy) + (search.symmetry ? ", symmetry" : "") +
         (search.preemptions_max ? ", " + std::to_string(*search.preemptions_max) : "");
}

const std::vector<Search>& searches() {
  static const std::vector<Search> all = {
      every_schedule,     {"dfs", 2, false},  every_class, {"dpor", std::nullopt, true},
      {"dpor", 1, false}, {"dpor", 2, false},
  };
  return all;
}

ExploreResult SharedSearch::explore(scenario::Experiment& experiment, const Search& search,
                                    ExploreOptions options) {
  StrategyOptions of_strategy;
  of_strategy.preemptions_max = search.preemptions_max;
  of_strategy.symmetry = search.symmetry;
  of_strategy.run = options.run;
  const auto strategy = make_strategy(search.strategy, of_strategy).value();
  Sharing sharing;
  options.sharing = &sharing;
  options.goals_must_be_reached = false;
  ExploreResult result = schedule::explore(experiment, *strategy, options);
  sharing_.add(sharing);
  return result;
}

void SharedSearch::compare(scenario::Experiment& experiment, const Search& search,
                           ExploreOptions options) {
  SCOPED_TRACE(text_of(search));
  if (search.strategy == std::string_view("dpor") && search.preemptions_max) {
    options.run.spurious_max = 0;  // does not go together
  }
  options.share_after = 1;
  const ExploreResult alone = explore(experiment, search, options);
  for (options.workers = 2; options.workers <= 4; ++options.workers) {
    SCOPED_TRACE(options.workers);
    expect_same(alone, explore(experiment, search, options));
  }
}

void SharedSearch::TearDown() {
  std::cout << sharing_.begun << " branches begun early, " << sharing_.taken << " taken over, "
            << sharing_.changed << " changed, " << sharing_.lost << " lost\n";
}

}  // namespace oncelab::schedule
