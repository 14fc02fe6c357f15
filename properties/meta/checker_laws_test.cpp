// The laws of core/lab/check/model.hpp that can be put to one operation in one state, on the
// operations and states that random histories lead to. Laws about whole histories are in
// checker_metamorphic_test.
#include <gtest/gtest.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include <oncelab/core/lab/history/write.hpp>
#include <oncelab/properties/meta/checker_histories.hpp>
#include <oncelab/properties/meta/checker_subjects.hpp>

namespace oncelab::meta {
namespace {

constexpr std::uint64_t histories_per_subject = 200;
constexpr int walk_steps = 30;

/// Every operation of the history, with its outcome as recorded and with an unknown one.
template <class M>
std::vector<typename M::Op> operations_of(const M& model, const history::History& history) {
  std::vector<typename M::Op> ops;
  for (std::uint32_t i = 0; i < history.operations().size(); ++i) {
    const bool answered = history.operations()[i].outcome == history::Outcome::ok;
    for (const bool known : {false, true}) {
      typename M::Op op;
      if (answered || !known) {
        EXPECT_TRUE(model.compile(history, history::OperationIndex{i}, known, op));
        ops.push_back(op);
      }
    }
  }
  return ops;
}

/// The states of a walk that places points at random, in no order.
template <class M>
std::vector<typename M::State> states_of(const M& model, const std::vector<typename M::Op>& ops,
                                         Prng& random) {
  std::vector<typename M::State> states{model.initial({})};
  for (int step = 0; step < walk_steps; ++step) {
    const auto& op = ops[random.below(ops.size())];
    const auto point = static_cast<unsigned>(random.below(model.points(op)));
    const auto choice = static_cast<unsigned>(random.below(model.choices(op, point)));
    typename M::State after = states.back();
    if (model.apply(after, op, point, choice)) {
      states.push_back(after);
    }
  }
  return states;
}

/// Calls body(point, choice) for all there are.
template <class M, class Body>
void for_each_way(const M& model, const typename M::Op& op, Body&& body) {
  for (unsigned point = 0; point < model.points(op); ++point) {
    for (unsigned choice = 0; choice < model.choices(op, point); ++choice) {
      body(point, choice);
    }
  }
}

/// An owner token is the index of its operation, a number of 32 bits.
template <class Op>
Op with_owner_of(Op op, const Op& other) {
  if constexpr (requires { requires std::same_as<decltype(op.owner), std::uint32_t>; }) {
    op.owner = other.owner;
  }
  return op;
}

template <class M>
void expect_observers_observe(const M& model, const typename M::Op& op,
                              const typename M::State& state) {
  for_each_way(model, op, [&](unsigned point, unsigned choice) {
    typename M::State after = state;
    const bool allowed = model.apply(after, op, point, choice);
    EXPECT_TRUE(!allowed || model.changes_state(op) || after == state);
    EXPECT_TRUE(!allowed || !(after == state) || model.hash(after) == model.hash(state));
  });
}

template <class M>
void expect_twins_do_the_same(const M& model, const typename M::Op& a, const typename M::Op& b,
                              const std::vector<typename M::State>& states) {
  EXPECT_EQ(model.interchangeable(a, b), model.interchangeable(b, a));
  if (!model.interchangeable(a, b)) {
    return;
  }
  EXPECT_EQ(model.kind_hash(a), model.kind_hash(b));
  ASSERT_EQ(model.points(a), model.points(b));
  EXPECT_EQ(model.changes_state(a), model.changes_state(b));
  const typename M::Op twin = with_owner_of(b, a);
  for (const auto& state : states) {
    for_each_way(model, a, [&](unsigned point, unsigned choice) {
      typename M::State after_a = state;
      typename M::State after_b = state;
      const bool allowed = model.apply(after_a, a, point, choice);
      EXPECT_EQ(model.apply(after_b, twin, point, choice), allowed);
      EXPECT_TRUE(!allowed || after_a == after_b);
    });
  }
}

class CheckerLaws : public testing::TestWithParam<Subject> {};

TEST_P(CheckerLaws, hold_for_each_operation_in_each_state) {
  for (std::uint64_t i = 0; i < histories_per_subject && !HasFailure(); ++i) {
    Prng random = Prng(Seed{11}).split(name(GetParam())).split(i);
    DraftShape shape;
    shape.operations = 12;
    Draft draft = legal_draft(GetParam(), shape, random);
    mutate(draft, GetParam(), shape, random);
    const history::History history = to_history(draft);
    with_model(GetParam(), [&](auto model) {
      model.bind(history);
      const auto ops = operations_of(model, history);
      const auto states = states_of(model, ops, random);
      for (const auto& op : ops) {
        for (const auto& state : states) {
          expect_observers_observe(model, op, state);
        }
        for (const auto& other : ops) {
          expect_twins_do_the_same(model, op, other, states);
        }
      }
    });
    EXPECT_FALSE(HasFailure()) << to_json_lines(history);
  }
}

INSTANTIATE_TEST_SUITE_P(all, CheckerLaws, testing::ValuesIn(subjects),
                         [](const auto& param) { return identifier(param.param); });

}  // namespace
}  // namespace oncelab::meta
