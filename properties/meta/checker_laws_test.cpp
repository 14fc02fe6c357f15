// The laws of core/lab/check/model.hpp that can be put to one operation in one state, on the
// operations and states that random histories lead to. Laws about whole histories are in
// checker_metamorphic_test.
#include <gtest/gtest.h>

#include <cstdint>

#include <oncelab/core/lab/check/laws.hpp>
#include <oncelab/core/lab/history/write.hpp>
#include <oncelab/properties/meta/checker_histories.hpp>
#include <oncelab/properties/meta/checker_subjects.hpp>

namespace oncelab::meta {
namespace {

constexpr std::uint64_t histories_per_subject = 400;

class CheckerLaws : public testing::TestWithParam<Subject> {};

TEST_P(CheckerLaws, hold_for_each_operation_in_each_state) {
  for (std::uint64_t i = 0; i < histories_per_subject; ++i) {
    Prng random = Prng(Seed{11}).split(name(GetParam())).split(i);
    DraftShape shape;
    shape.operations = 12;
    shape.keys = i % 4 == 0 ? 2 : 1;
    Draft draft = legal_draft(GetParam(), shape, random);
    mutate(draft, GetParam(), shape, random);
    const history::History history = to_history(draft);
    with_model(GetParam(), [&](const auto& model) {
      ASSERT_EQ(check::broken_law(model, history, random), "")
          << "history " << i << ": " << to_json_lines(history);
    });
    if (HasFatalFailure()) {
      return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(all, CheckerLaws, testing::ValuesIn(subjects),
                         [](const auto& param) { return identifier(param.param); });

}  // namespace
}  // namespace oncelab::meta
