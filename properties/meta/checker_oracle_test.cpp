// The checker and the oracle agree on random small histories, whatever the checker's tuning.
//
// ONCELAB_ORACLE_HISTORIES (50,000; 4,000 in a build with a sanitizer, which is there for other
// faults and takes ten times as long) histories over all subjects, every second one changed until
// it is wrong, from ONCELAB_ORACLE_SEED (1).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <oncelab/core/lab/check/explanation_text.hpp>
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
constexpr std::uint64_t histories = 50'000;
#endif
constexpr std::uint64_t oracle_tries_max = 300'000;
constexpr int drafts_max = 6;      // until one can be made wrong
constexpr int mutations_max = 16;  // of one draft

DraftShape random_shape(Subject subject, Prng& random) {
  DraftShape shape;
  const bool two_points = has_two_points(subject);
  shape.operations = 1 + static_cast<std::uint32_t>(random.below(two_points ? 7 : 8));
  shape.clients = 1 + static_cast<std::uint32_t>(random.below(4));
  shape.keys = random.chance(1, 3) ? 2 : 1;
  shape.values = 2 + static_cast<std::uint32_t>(random.below(2));
  shape.unknown_percent = random.chance(1, 2) ? 60 : 15;
  if (random.chance(1, 3)) {  // what was used of many unknown outcomes decides
    shape.operations = two_points ? 5 : 8;
    shape.keys = 1;
    shape.values = 3;
    shape.unknown_percent = 150;
  }
  return shape;
}

/// One random history and what the oracle says of it; nothing if that would take too long.
struct Judged {
  history::History history;
  std::optional<bool> legal;
};

struct Tally {
  std::uint64_t legal = 0, illegal = 0, too_large = 0;
  std::uint64_t lost_answers = 0;

  void add(const Judged& judged) {
    ++(!judged.legal ? too_large : *judged.legal ? legal : illegal);
    lost_answers += static_cast<std::uint64_t>(std::ranges::count(
        judged.history.operations(), history::Outcome::unknown, &history::Operation::outcome));
  }
};

class Judge {
 public:
  explicit Judge(Subject subject) : subject_(subject), ways_(ways_of(subject)) {}

  [[nodiscard]] Judged played(Prng& random) const {
    return judged(legal_draft(subject_, random_shape(subject_, random), random));
  }

  /// Some drafts cannot be made wrong: those that only write, say.
  [[nodiscard]] Judged wrong(Prng& random) const {
    Judged last;
    for (int drafts = 0; drafts < drafts_max; ++drafts) {
      const DraftShape shape = random_shape(subject_, random);
      Draft draft = legal_draft(subject_, shape, random);
      for (int tries = 0; tries < mutations_max; ++tries) {
        mutate(draft, subject_, shape, random);
        last = judged(draft);
        if (!last.legal.value_or(true)) {
          return last;
        }
      }
    }
    return last;
  }

 private:
  [[nodiscard]] Judged judged(const Draft& draft) const {
    Judged judged{to_history(draft), {}};
    judged.legal = check::oracle::explainable(judged.history, ways_, {}, oracle_tries_max);
    return judged;
  }

  Subject subject_;
  check::oracle::Ways ways_;
};

class CheckerOracle : public testing::TestWithParam<Subject> {
 protected:
  CheckerOracle() {
    const Subject subject = GetParam();
    checkers_.push_back(checker_of(subject));
    for (const auto& [remember_after, symmetry_from] : {std::pair{0ULL, 0U}, {~0ULL, ~0U}}) {
      checkers_.push_back(checker_of(subject, {.remember_after_steps = remember_after,
                                               .symmetry_from_operations = symmetry_from,
                                               .use_monitor = false}));
    }
    const check::Tuning at_length{
        .short_search_steps = 0, .short_search_steps_each = 0, .use_monitor = false};
    checkers_.push_back(checker_of(subject, at_length));
    checkers_.back()->set_workers(2);
    checkers_.push_back(whole_checker_of(subject, at_length));
  }

  void expect_verdicts(const Judged& judged) {
    for (std::size_t i = 0; i < checkers_.size(); ++i) {
      ASSERT_EQ(checkers_[i]->check(judged.history).verdict,
                *judged.legal ? check::Verdict::held : check::Verdict::violated)
          << "checker " << i << ": " << to_json_lines(judged.history);
    }
    expect_stream_verdicts(judged);
  }

  /// Of models that can be streamed: event by event, and at once.
  void expect_stream_verdicts(const Judged& judged) {
    const std::size_t events = judged.history.events().size();
    for (const std::size_t at_a_time : {std::size_t{1}, events}) {
      const auto stream = checkers_[0]->stream();
      if (!stream) {
        return;
      }
      history::History seen = judged.history;
      seen.clear();
      bool goes_on = true;
      for (std::size_t i = 0; i < events && goes_on; i += at_a_time) {
        replay(judged.history, i, std::min(i + at_a_time, events), seen);
        goes_on = stream->take(seen, i);
      }
      if (goes_on) {
        stream->finish(seen);
      }
      ASSERT_EQ(stream->result().verdict,
                *judged.legal ? check::Verdict::held : check::Verdict::violated)
          << at_a_time << " at a time: " << to_json_lines(judged.history);
    }
  }

  /// Events [from, to) of a history once more.
  static void replay(const history::History& history, std::size_t from, std::size_t to,
                     history::History& again) {
    for (std::size_t i = from; i < to; ++i) {
      const history::Event& event = history.events()[i];
      const history::Operation& operation = history.operation(event.operation);
      if (event.kind == history::EventKind::call) {
        again.call(operation.client, operation.f, operation.key, operation.input, event.at);
      } else {
        again.returned(event.operation, event.outcome, operation.output, event.at);
      }
    }
  }

  void expect_an_explanation(const history::History& history) {
    check::Checker& checker = *checkers_[0];
    const check::Explanation explanation = checker.explain(history);
    ASSERT_TRUE(explanation.prefix_is_shortest);
    ASSERT_FALSE(explanation.objections.empty()) << to_text(explanation, history);
    // A search that looks ahead gives up early, and has to say why all the same.
    ASSERT_FALSE(at_length().explain(history).objections.empty()) << to_json_lines(history);
    ASSERT_TRUE(explanation.core_is_minimal);
    ASSERT_EQ(checker.confirms_core(history, explanation), check::Confirmation::confirmed)
        << to_text(explanation, history) << to_json_lines(history);
  }

  void expect_an_order(const history::History& history) {
    const auto order = checkers_[0]->linearization(history);
    ASSERT_TRUE(order.has_value());
    ASSERT_TRUE(checkers_[0]->confirms(history, *order)) << to_json_lines(history);
  }

  void expect_agreement(const Judged& judged) {
    expect_verdicts(judged);
    if (!HasFatalFailure()) {
      *judged.legal ? expect_an_order(judged.history) : expect_an_explanation(judged.history);
    }
  }

 private:
  check::Checker& at_length() { return *checkers_[3]; }

  std::vector<std::unique_ptr<check::Checker>> checkers_;
};

TEST_P(CheckerOracle, agrees_on_random_small_histories) {
  const std::uint64_t seed = number_from_environment("ONCELAB_ORACLE_SEED", 1);
  const std::uint64_t total = number_from_environment("ONCELAB_ORACLE_HISTORIES", histories);
  const std::uint64_t count = (total + std::size(subjects) - 1) / std::size(subjects);
  const Judge judge(GetParam());
  Tally tally;
  for (std::uint64_t i = 0; i < count; ++i) {
    Prng random = Prng(Seed{seed}).split(name(GetParam())).split(i);
    const bool as_played = i % 2 == 0;
    const Judged judged = as_played ? judge.played(random) : judge.wrong(random);
    tally.add(judged);
    if (judged.legal) {
      EXPECT_TRUE(*judged.legal || !as_played)
          << "a legal draft is not legal: " << to_json_lines(judged.history);
      expect_agreement(judged);
    }
    if (HasFailure()) {
      FAIL() << name(GetParam()) << ", history " << i << " of seed " << seed;
    }
  }
  std::cout << name(GetParam()) << ", seed " << seed << ": " << count
            << " histories: " << tally.legal << " legal, " << tally.illegal << " illegal, "
            << tally.too_large << " too large for the oracle; " << tally.lost_answers
            << " operations of unknown outcome\n";
  EXPECT_LE(tally.too_large * 100, count);
  EXPECT_GE(tally.illegal * 100, count * 45);
  EXPECT_GE(tally.lost_answers * 4, count);
}

INSTANTIATE_TEST_SUITE_P(all, CheckerOracle, testing::ValuesIn(subjects),
                         [](const auto& param) { return identifier(param.param); });

}  // namespace
}  // namespace oncelab::meta
