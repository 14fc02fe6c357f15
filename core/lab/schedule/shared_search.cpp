#include <oncelab/core/lab/schedule/shared_search.hpp>

#include <iostream>

namespace oncelab::schedule {

void expect_same(const ExploreResult& a, const ExploreResult& b) {
  EXPECT_EQ(a.verdict, b.verdict);
  EXPECT_EQ(a.complete, b.complete);
  EXPECT_EQ(a.stop, b.stop);
  EXPECT_EQ(a.stop_text, b.stop_text);
  EXPECT_EQ(a.schedules, b.schedules);
  EXPECT_EQ(a.runs, b.runs);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.steps_longest, b.steps_longest);
  EXPECT_EQ(a.blocked, b.blocked);
  EXPECT_EQ(a.assumed, b.assumed);
  EXPECT_EQ(a.assumed_fairness, b.assumed_fairness);
  EXPECT_EQ(a.timeouts_cut, b.timeouts_cut);
  EXPECT_EQ(a.spurious_cut, b.spurious_cut);
  EXPECT_EQ(a.cut_by_preemptions, b.cut_by_preemptions);
  EXPECT_EQ(a.weaker_accesses.size(), b.weaker_accesses.size());
  ASSERT_EQ(a.goals.size(), b.goals.size());
  for (std::size_t i = 0; i < a.goals.size(); ++i) {
    EXPECT_EQ(a.goals[i].runs, b.goals[i].runs);
  }
  ASSERT_EQ(a.found.has_value(), b.found.has_value());
  if (a.found) {
    EXPECT_EQ(a.found->schedule, b.found->schedule);
    EXPECT_EQ(runtime::trace_hash(a.found->trace), runtime::trace_hash(b.found->trace));
    EXPECT_EQ(a.found->outcome.kind, b.found->outcome.kind);
    EXPECT_EQ(a.found->failure.property, b.found->failure.property);
    EXPECT_EQ(a.found->failure.text, b.found->failure.text);
  }
}

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
