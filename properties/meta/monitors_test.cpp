// Monitors against the search and the oracle, on random histories in which no value is put in
// twice.
//
// ONCELAB_MONITOR_HISTORIES (40,000; 4,000 in a build with ThreadSanitizer) histories per subject,
// half of them mutated, from ONCELAB_MONITOR_SEED (1). The oracle judges the small ones, the
// general search, without monitors, all of them.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <oncelab/core/lab/check/monitor.hpp>
#include <oncelab/core/lab/check/oracle.hpp>
#include <oncelab/core/lab/history/write.hpp>
#include <oncelab/properties/meta/checker_histories.hpp>
#include <oncelab/properties/meta/checker_specs.hpp>
#include <oncelab/properties/meta/checker_subjects.hpp>

namespace oncelab::meta {
namespace {

#if defined(ONCELAB_ASAN) || defined(ONCELAB_TSAN)
constexpr std::uint64_t histories = 4'000;
#else
constexpr std::uint64_t histories = 40'000;
#endif
constexpr std::uint64_t oracle_tries_max = 200'000;
constexpr std::uint32_t oracle_operations_max = 7;
constexpr int mutations_max = 16;  // until the history is wrong

struct Tally {
  std::uint64_t held = 0, violated = 0, undecided = 0;
  std::uint64_t monitored_held = 0, monitored_violated = 0;
  std::uint64_t judged_by_oracle = 0;
};

/// What the model's monitor says of all partitions together.
template <class M>
check::Monitored monitored(M model, const history::History& history) {
  check::Split<M> split;
  std::vector<std::uint32_t> index;
  std::vector<check::Interval<typename M::Op>> intervals;
  model.bind(history);
  if (!split.make(model, history, {})) {
    ADD_FAILURE() << "not in the model: " << to_json_lines(history);
  }
  check::Monitored all = check::Monitored::legal;
  for (const auto& part : split.parts()) {
    check::note_intervals(split, part, index, intervals);
    const check::Monitored one =
        model.monitor(model.initial(part.key), std::span(std::as_const(intervals)));
    if (one == check::Monitored::illegal) {
      return one;
    }
    all = one == check::Monitored::not_applicable ? one : all;
  }
  return all;
}

check::Monitored monitored(Subject subject, const history::History& history) {
  return with_model(subject, [&]<class M>(const M& model) {
    if constexpr (check::HasMonitor<M>) {
      return monitored(model, history);
    }
    return check::Monitored::not_applicable;
  });
}

DraftShape random_shape(Prng& random) {
  DraftShape shape;
  const bool small = random.chance(1, 2);
  shape.operations = small ? 2 + static_cast<std::uint32_t>(random.below(6))
                           : 8 + static_cast<std::uint32_t>(random.below(17));
  shape.clients = 3 + static_cast<std::uint32_t>(random.below(3));
  shape.keys = random.chance(1, 8) ? 2 : 1;
  shape.unique = 1 + static_cast<std::uint32_t>(random.below(100));
  static constexpr std::uint32_t percents[] = {0, 6, 20, 60};
  shape.unknown_percent = percents[random.below(4)];
  return shape;
}

class Monitors : public testing::TestWithParam<Subject> {
 protected:
  /// Nothing if neither knows within its limits.
  std::optional<bool> truth(const history::History& history) {
    const bool for_oracle = history.operations().size() <= oracle_operations_max;
    const auto judged = for_oracle
                            ? check::oracle::explainable(history, ways_, {}, oracle_tries_max)
                            : std::nullopt;
    const check::CheckResult searched = search_->check(history);
    if (searched.verdict == check::Verdict::inconclusive) {
      return judged;
    }
    const bool found = searched.verdict == check::Verdict::held;
    if (judged) {
      ++tally_.judged_by_oracle;
      EXPECT_EQ(*judged, found) << "the search is wrong: " << to_json_lines(history);
    }
    return found;
  }

  void hold(const history::History& history, bool legal) {
    ++(legal ? tally_.held : tally_.violated);
    const auto verdict = legal ? check::Verdict::held : check::Verdict::violated;
    ASSERT_EQ(checker_->check(history).verdict, verdict) << to_json_lines(history);
    const check::Monitored says = monitored(GetParam(), history);
    if (says != check::Monitored::not_applicable) {
      ASSERT_EQ(says == check::Monitored::legal, legal) << to_json_lines(history);
      ++(legal ? tally_.monitored_held : tally_.monitored_violated);
    }
  }

  const check::oracle::Ways ways_ = ways_of(GetParam());
  std::unique_ptr<check::Checker> checker_ = checker_of(GetParam());
  std::unique_ptr<check::Checker> search_ = checker_of(GetParam(), {.use_monitor = false});
  Tally tally_;
};

TEST_P(Monitors, say_what_the_search_and_the_oracle_say) {
  const Subject subject = GetParam();
  const std::uint64_t seed = number_from_environment("ONCELAB_MONITOR_SEED", 1);
  const std::uint64_t count = number_from_environment("ONCELAB_MONITOR_HISTORIES", histories);
  search_->set_budget({.steps_max = 50'000});
  for (std::uint64_t i = 0; i < count; ++i) {
    Prng random = Prng(Seed{seed}).split("monitors").split(name(subject)).split(i);
    const DraftShape shape = random_shape(random);
    Draft draft = legal_draft(subject, shape, random);
    history::History history = to_history(draft);
    std::optional<bool> legal = truth(history);
    for (int tries = 0; i % 2 == 1 && legal.value_or(false) && tries < mutations_max; ++tries) {
      mutate(draft, subject, shape, random);
      history = to_history(draft);
      legal = truth(history);
    }
    if (!legal) {
      ++tally_.undecided;
      continue;
    }
    ASSERT_TRUE(i % 2 == 1 || *legal) << "a legal draft is not legal: " << to_json_lines(history);
    hold(history, *legal);
    if (HasFatalFailure() || HasNonfatalFailure()) {
      FAIL() << name(subject) << ", history " << i << " of seed " << seed;
    }
  }
  std::cout << name(subject) << ", seed " << seed << ": " << tally_.held << " held ("
            << tally_.monitored_held << " by the monitor), " << tally_.violated << " violated ("
            << tally_.monitored_violated << " by the monitor), " << tally_.undecided
            << " undecided; " << tally_.judged_by_oracle << " judged by the oracle too\n";
  EXPECT_LE(tally_.undecided * 100, count);
  EXPECT_GE(tally_.violated * 3, count);
  EXPECT_GE(tally_.judged_by_oracle * 3, count);
  EXPECT_GE(tally_.monitored_held * 2, tally_.held);
  EXPECT_GE(tally_.monitored_violated * 2, tally_.violated);
}

INSTANTIATE_TEST_SUITE_P(all, Monitors,
                         testing::Values(Subject::cas_register, Subject::cas_register_absent,
                                         Subject::set, Subject::queue, Subject::priority_queue,
                                         Subject::stack),
                         [](const auto& param) { return identifier(param.param); });

}  // namespace
}  // namespace oncelab::meta
