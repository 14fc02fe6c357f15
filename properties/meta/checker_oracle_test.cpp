// The checker and the oracle agree on random small histories, whatever the checker's tuning.
//
// ONCELAB_ORACLE_HISTORIES (10,000; 4,000 in a build with ThreadSanitizer, which is there for the
// threads and takes ten times as long) histories over all subjects, half of them mutated, from
// ONCELAB_ORACLE_SEED (1).
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <iostream>

#include <oncelab/core/lab/check/explanation_text.hpp>
#include <oncelab/core/lab/check/oracle.hpp>
#include <oncelab/core/lab/history/write.hpp>
#include <oncelab/properties/meta/checker_histories.hpp>
#include <oncelab/properties/meta/checker_specs.hpp>
#include <oncelab/properties/meta/checker_subjects.hpp>

namespace oncelab::meta {
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr std::uint64_t histories = 4'000;
#else
constexpr std::uint64_t histories = 10'000;
#endif
constexpr std::uint64_t oracle_tries_max = 3'000'000;
constexpr int mutations_max = 16;  // until the history is wrong

struct Tally {
  std::uint64_t held = 0, violated = 0, too_large = 0;
};

DraftShape random_shape(Subject subject, Prng& random) {
  DraftShape shape;
  const bool two_points = has_two_points(subject);
  shape.operations = 1 + static_cast<std::uint32_t>(random.below(two_points ? 7 : 8));
  shape.clients = 1 + static_cast<std::uint32_t>(random.below(4));
  shape.keys = random.chance(1, 3) ? 2 : 1;
  shape.values = 2 + static_cast<std::uint32_t>(random.below(2));
  shape.unknown_percent = random.chance(1, 2) ? 60 : 15;
  if (random.chance(1, 3)) {  // what was used of many unknown outcomes decides
    shape.operations = two_points ? 6 : 8;
    shape.keys = 1;
    shape.values = 3;
    shape.unknown_percent = 150;
  }
  return shape;
}

class CheckerOracle : public testing::TestWithParam<Subject> {};

TEST_P(CheckerOracle, agrees_on_random_small_histories) {
  const Subject subject = GetParam();
  const std::uint64_t seed = number_from_environment("ONCELAB_ORACLE_SEED", 1);
  const std::uint64_t total = number_from_environment("ONCELAB_ORACLE_HISTORIES", histories);
  const std::uint64_t count = (total + std::size(subjects) - 1) / std::size(subjects);
  const auto ways = ways_of(subject);
  const check::Tuning full_search{.short_search_steps = 0, .short_search_steps_each = 0};
  const std::array<std::unique_ptr<check::Checker>, 5> checkers{
      checker_of(subject), checker_of(subject, {0, 0}), checker_of(subject, {~0ULL, ~0U}),
      checker_of(subject, full_search), whole_checker_of(subject, full_search)};
  checkers[3]->set_workers(2);
  check::oracle::World initial;
  Tally tally;
  for (std::uint64_t i = 0; i < count; ++i) {
    Prng random = Prng(Seed{seed}).split(name(subject)).split(i);
    const DraftShape shape = random_shape(subject, random);
    Draft draft = legal_draft(subject, shape, random);
    const bool mutated = i % 2 == 1;
    history::History history = to_history(draft);
    auto truth = check::oracle::explainable(history, ways, initial, oracle_tries_max);
    for (int tries = 0; mutated && truth.value_or(false) && tries < mutations_max; ++tries) {
      mutate(draft, subject, shape, random);
      history = to_history(draft);
      truth = check::oracle::explainable(history, ways, initial, oracle_tries_max);
    }
    if (!truth) {
      ++tally.too_large;
      continue;
    }
    ++(*truth ? tally.held : tally.violated);
    ASSERT_TRUE(mutated || *truth) << "a legal draft is not legal: " << to_json_lines(history);
    for (const auto& checker : checkers) {
      const check::CheckResult result = checker->check(history);
      ASSERT_EQ(result.verdict, *truth ? check::Verdict::held : check::Verdict::violated)
          << name(subject) << ", history " << i << " of seed " << seed << "\n"
          << to_json_lines(history);
    }
    if (!*truth) {
      const check::Explanation explanation = checkers[0]->explain(history);
      ASSERT_TRUE(explanation.prefix_is_shortest);
      ASSERT_FALSE(explanation.objections.empty()) << to_text(explanation, history);
      // A search that looks ahead gives up early, and has to say why all the same.
      ASSERT_FALSE(checkers[3]->explain(history).objections.empty()) << to_json_lines(history);
      ASSERT_TRUE(explanation.core_is_minimal);
      ASSERT_EQ(checkers[0]->confirms_core(history, explanation), check::Confirmation::confirmed)
          << to_text(explanation, history) << to_json_lines(history);
    } else {
      const auto order = checkers[0]->linearization(history);
      ASSERT_TRUE(order.has_value());
      ASSERT_TRUE(checkers[0]->confirms(history, *order)) << to_json_lines(history);
    }
  }
  std::cout << name(subject) << ", seed " << seed << ": " << tally.held << " held, "
            << tally.violated << " violated, " << tally.too_large << " too large for the oracle\n";
  EXPECT_LE(tally.too_large * 100, count);
  EXPECT_GE(tally.violated * 4, count);
}

INSTANTIATE_TEST_SUITE_P(all, CheckerOracle, testing::ValuesIn(subjects),
                         [](const testing::TestParamInfo<Subject>& param) {
                           return "subject_" + std::to_string(param.index);
                         });

}  // namespace
}  // namespace oncelab::meta
