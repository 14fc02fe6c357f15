// Monitors against the search and the oracle, on random histories in which no value is put in
// twice.
//
// ONCELAB_MONITOR_HISTORIES (40,000, at night 1,000,000; 4,000 in a build with ThreadSanitizer)
// histories per subject, half of them mutated, from ONCELAB_MONITOR_SEED (1). The oracle judges the
// small ones, the general search, without monitors, all of them.
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
constexpr std::uint64_t search_steps_max = 50'000;
constexpr std::uint64_t explained_one_in = 16;
constexpr std::size_t explained_operations_max = 10;  // else it takes as long as all the rest

struct Tally {
  std::uint64_t held = 0, violated = 0, undecided = 0;
  std::uint64_t monitored_held = 0, monitored_violated = 0;
  std::uint64_t judged_by_oracle = 0, explained = 0;
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

DraftShape long_shape(Subject subject, Prng& random) {
  DraftShape shape = random_shape(random);
  shape.operations = 100 + static_cast<std::uint32_t>(random.below(300));
  shape.clients = 2 + static_cast<std::uint32_t>(random.below(10));
  shape.keys = subject == Subject::set ? shape.operations / 4 : 1;
  shape.unknown_percent = random.chance(1, 2) ? 0 : 4;
  return shape;
}

/// Both at once, each in its own order; clients of their own.
Draft shuffled_together(Draft a, const Draft& b, Prng& random) {
  Draft both;
  both.operations = std::move(a.operations);
  const std::size_t first = both.operations.size();
  for (DraftOperation operation : b.operations) {
    operation.client += 100;
    both.operations.push_back(std::move(operation));
  }
  std::size_t next = 0;
  const auto add_next = [&] {
    both.moments.push_back({b.moments[next].operation + first, b.moments[next].is_return});
    ++next;
  };
  for (const Draft::Moment& moment : a.moments) {
    both.moments.push_back(moment);
    while (next < b.moments.size() && random.chance(b.moments.size(), a.moments.size())) {
      add_next();
    }
  }
  while (next < b.moments.size()) {
    add_next();
  }
  return both;
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
    const bool is_short = history.operations().size() <= explained_operations_max;
    if (!legal && is_short && tally_.violated % explained_one_in == 0) {
      const check::Explanation with = checker_->explain(history);
      const check::Explanation without = search_->explain(history);
      ASSERT_EQ(with.verdict, check::Verdict::violated);
      if (with.prefix_is_shortest && without.prefix_is_shortest) {
        ++tally_.explained;
        ASSERT_EQ(with.prefix_events, without.prefix_events) << to_json_lines(history);
      }
    }
  }

  const check::oracle::Ways ways_ = ways_of(GetParam());
  std::unique_ptr<check::Checker> checker_ = checker_of(GetParam());
  std::unique_ptr<check::Checker> search_ = checker_of(GetParam(), {.use_monitor = false});
  Tally tally_;
};

class ContainerMonitors : public Monitors {};

TEST_P(Monitors, say_what_the_search_and_the_oracle_say) {
  const Subject subject = GetParam();
  const std::uint64_t seed = number_from_environment("ONCELAB_MONITOR_SEED", 1);
  const std::uint64_t count = number_from_environment("ONCELAB_MONITOR_HISTORIES", histories);
  search_->set_budget({.steps_max = search_steps_max});
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
  EXPECT_GE(tally_.explained * explained_one_in * 4, tally_.violated);
  EXPECT_GE(tally_.monitored_violated * 2, tally_.violated);
}

/// Legal histories that are too long for the oracle, and for the search at times.
TEST_P(Monitors, hold_what_is_legal_by_hundreds_of_operations) {
  const Subject subject = GetParam();
  constexpr std::uint64_t count = 400;
  std::uint64_t decided = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    Prng random = Prng(Seed{1}).split("long").split(name(subject)).split(i);
    const DraftShape shape = long_shape(subject, random);
    const history::History history = to_history(legal_draft(subject, shape, random));
    const check::Monitored says = monitored(subject, history);
    ASSERT_NE(says, check::Monitored::illegal) << to_json_lines(history);
    decided += says == check::Monitored::legal ? 1 : 0;
  }
  std::cout << name(subject) << ": " << decided << " of " << count << " decided\n";
  EXPECT_GE(decided * 3, count);  // a refused cas of a register is not for the monitor
}

/// Whatever is done with other values, a container that is wrong about some is wrong.
TEST_P(ContainerMonitors, do_not_lose_what_is_wrong_among_hundreds_of_other_operations) {
  const Subject subject = GetParam();
  search_->set_budget({.steps_max = search_steps_max});
  std::uint64_t wrong = 0;
  std::uint64_t decided = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Prng random = Prng(Seed{1}).split("wrong").split(name(subject)).split(i);
    DraftShape shape = random_shape(random);
    shape.keys = 1;
    Draft few = legal_draft(subject, shape, random);
    mutate(few, subject, shape, random);
    if (truth(to_history(few)).value_or(true)) {
      continue;
    }
    ++wrong;
    shape = long_shape(subject, random);
    shape.unknown_percent = 0;  // a take of unknown outcome could set it right
    shape.unique_from = 1000;
    const history::History history =
        to_history(shuffled_together(legal_draft(subject, shape, random), few, random));
    const check::Monitored says = monitored(subject, history);
    ASSERT_NE(says, check::Monitored::legal) << to_json_lines(history);
    decided += says == check::Monitored::illegal ? 1 : 0;
  }
  std::cout << name(subject) << ": " << decided << " of " << wrong << " decided\n";
  EXPECT_GE(wrong, 200U);
  EXPECT_GE(decided * 10, wrong * 9);
}

std::string test_name(const testing::TestParamInfo<Subject>& param) {
  return identifier(param.param);
}

INSTANTIATE_TEST_SUITE_P(all, Monitors,
                         testing::Values(Subject::cas_register, Subject::cas_register_absent,
                                         Subject::set, Subject::queue, Subject::priority_queue,
                                         Subject::stack),
                         test_name);
INSTANTIATE_TEST_SUITE_P(all, ContainerMonitors,
                         testing::Values(Subject::queue, Subject::priority_queue, Subject::stack),
                         test_name);

}  // namespace
}  // namespace oncelab::meta
