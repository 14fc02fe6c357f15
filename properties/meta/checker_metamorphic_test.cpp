// Laws that a verdict must obey, whatever the history: no oracle needed, so the histories are
// larger.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <oncelab/core/lab/history/write.hpp>
#include <oncelab/properties/meta/checker_histories.hpp>
#include <oncelab/properties/meta/checker_subjects.hpp>

namespace oncelab::meta {
namespace {

constexpr std::uint64_t seed = 7;
constexpr std::uint64_t histories_per_subject = 600;

class CheckerMetamorphic : public testing::TestWithParam<Subject> {
 protected:
  struct Sample {
    Draft draft;
    check::Verdict verdict;
    Prng random;
  };

  /// Calls body(sample) with drafts of up to 24 operations, half of them mutated.
  template <class Body>
  void for_each_sample(Body&& body) {
    for (std::uint64_t i = 0; i < histories_per_subject; ++i) {
      Prng random = Prng(Seed{seed}).split(name(GetParam())).split(i);
      DraftShape shape;
      shape.operations = 2 + static_cast<std::uint32_t>(random.below(23));
      shape.clients = 2 + static_cast<std::uint32_t>(random.below(5));
      shape.keys = 1 + static_cast<std::uint32_t>(random.below(3));
      Draft draft = legal_draft(GetParam(), shape, random);
      if (i % 2 == 1) {
        mutate(draft, GetParam(), shape, random);
      }
      const check::Verdict verdict = verdict_of(draft);
      ASSERT_TRUE(i % 2 == 1 || verdict == check::Verdict::held) << i;
      Sample sample{std::move(draft), verdict, random};
      body(sample);
      if (HasFatalFailure()) {
        FAIL() << "history " << i << " of seed " << seed;
      }
    }
  }

  check::Verdict verdict_of(const Draft& draft) {
    return checker_->check(to_history(draft)).verdict;
  }

  std::unique_ptr<check::Checker> checker_ = checker_of(GetParam());
};

TEST_P(CheckerMetamorphic, names_do_not_matter) {
  for_each_sample([&](Sample& sample) {
    for (DraftOperation& operation : sample.draft.operations) {
      operation.client = 100 - operation.client;
      operation.key = operation.key.empty() ? "" : "another " + operation.key;
    }
    ASSERT_EQ(verdict_of(sample.draft), sample.verdict);
  });
}

TEST_P(CheckerMetamorphic, the_order_of_calls_in_a_row_does_not_matter) {
  for_each_sample([&](Sample& sample) {
    auto& moments = sample.draft.moments;
    for (std::size_t i = 0; i + 1 < moments.size(); ++i) {
      const bool same_kind = moments[i].is_return == moments[i + 1].is_return;
      if (same_kind && sample.random.chance(1, 2)) {
        std::swap(moments[i], moments[i + 1]);
      }
    }
    ASSERT_EQ(verdict_of(sample.draft), sample.verdict);
  });
}

TEST_P(CheckerMetamorphic, a_longer_interval_keeps_held) {
  for_each_sample([&](Sample& sample) {
    auto& moments = sample.draft.moments;
    for (std::size_t i = 0; i + 1 < moments.size(); ++i) {
      const bool stretches = moments[i].is_return && !moments[i + 1].is_return;
      if (stretches && sample.random.chance(1, 2)) {
        std::swap(moments[i], moments[i + 1]);
      }
    }
    ASSERT_TRUE(sample.verdict != check::Verdict::held ||
                verdict_of(sample.draft) == check::Verdict::held);
  });
}

class CheckerPartitions : public CheckerMetamorphic {};

TEST_P(CheckerPartitions, each_key_alone_gives_the_same) {
  for_each_sample([&](Sample& sample) {
    bool all_held = true;
    for (const std::string key : {"", "k0", "k1", "k2"}) {
      Draft part = sample.draft;
      std::erase_if(part.moments, [&](const Draft::Moment& moment) {
        return part.operations[moment.operation].key != key;
      });
      all_held = all_held && verdict_of(part) == check::Verdict::held;
    }
    ASSERT_EQ(all_held, sample.verdict == check::Verdict::held);
  });
}

TEST_P(CheckerMetamorphic, a_prefix_of_a_held_history_holds) {
  for_each_sample([&](Sample& sample) {
    if (sample.verdict == check::Verdict::held) {
      sample.draft.moments.resize(sample.random.below(sample.draft.moments.size() + 1));
      ASSERT_EQ(verdict_of(sample.draft), check::Verdict::held);
    }
  });
}

TEST_P(CheckerMetamorphic, knowing_less_keeps_held) {
  for_each_sample([&](Sample& sample) {
    for (DraftOperation& operation : sample.draft.operations) {
      if (operation.outcome == history::Outcome::ok && sample.random.chance(1, 3)) {
        operation.outcome = history::Outcome::unknown;
      }
    }
    ASSERT_TRUE(sample.verdict != check::Verdict::held ||
                verdict_of(sample.draft) == check::Verdict::held);
  });
}

TEST_P(CheckerMetamorphic, not_knowing_the_time_keeps_held) {
  for_each_sample([&](Sample& sample) {
    for (DraftOperation& operation : sample.draft.operations) {
      if (sample.random.chance(1, 3)) {
        forget_time(operation);
      }
    }
    ASSERT_TRUE(sample.verdict != check::Verdict::held ||
                verdict_of(sample.draft) == check::Verdict::held);
  });
}

TEST_P(CheckerMetamorphic, the_shortest_failing_prefix_fails_and_one_event_less_does_not) {
  for_each_sample([&](Sample& sample) {
    if (sample.verdict == check::Verdict::violated) {
      const history::History history = to_history(sample.draft);
      const check::Explanation explanation = checker_->explain(history);
      Draft prefix = sample.draft;
      prefix.moments.resize(explanation.prefix_events);
      ASSERT_EQ(verdict_of(prefix), check::Verdict::violated);
      prefix.moments.resize(explanation.prefix_events - 1);
      ASSERT_EQ(verdict_of(prefix), check::Verdict::held);
    }
  });
}

TEST_P(CheckerMetamorphic, tuning_does_not_matter) {
  const auto eager = checker_of(GetParam(), {0, 0});
  for_each_sample([&](Sample& sample) {
    ASSERT_EQ(eager->check(to_history(sample.draft)).verdict, sample.verdict);
  });
}

std::string subject_name(const testing::TestParamInfo<Subject>& param) {
  return identifier(param.param);
}

INSTANTIATE_TEST_SUITE_P(all, CheckerMetamorphic, testing::ValuesIn(subjects), subject_name);

std::vector<Subject> subjects_with_partitions() {
  std::vector<Subject> chosen;
  std::ranges::copy_if(subjects, std::back_inserter(chosen), keys_are_independent);
  return chosen;
}

INSTANTIATE_TEST_SUITE_P(all, CheckerPartitions, testing::ValuesIn(subjects_with_partitions()),
                         subject_name);

}  // namespace
}  // namespace oncelab::meta
