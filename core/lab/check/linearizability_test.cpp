// The checker with a model of three points per operation, on histories drawn by hand.
#include <gtest/gtest.h>

#include <string>

#include <oncelab/core/lab/check/explanation_text.hpp>
#include <oncelab/core/lab/check/linearizability.hpp>

namespace oncelab::check {
namespace {

using history::History;
using history::OperationIndex;
using history::Outcome;
using history::Timestamp;
using history::Value;

/// A lock that is asked for, taken and given back: `use` has three points. `idle` observes that
/// nobody is at it.
class Turnstile {
 public:
  struct State {
    std::uint32_t who = nobody;
    std::uint32_t stage = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Op {
    bool use = false;
    std::uint32_t owner = nobody;
  };

  [[nodiscard]] std::string_view name() const { return "turnstile"; }
  [[nodiscard]] std::string_view vocabulary() const { return "use; idle"; }
  void bind(const History& history) {
    use_ = history.find_symbol("use").value_or(history::Symbol{~0U});
    idle_ = history.find_symbol("idle").value_or(history::Symbol{~0U});
  }
  [[nodiscard]] Value partition(const history::Operation& operation) const { return operation.key; }
  bool compile(const History& history, OperationIndex index, bool, Op& op) const {
    const history::Symbol f = history.operation(index).f;
    op = {f == use_, raw(index)};
    return f == use_ || f == idle_;
  }
  [[nodiscard]] State initial(const Value&) const { return {}; }
  [[nodiscard]] unsigned points(const Op& op) const { return op.use ? 3 : 1; }
  [[nodiscard]] unsigned choices(const Op&, unsigned) const { return 1; }
  bool apply(State& state, const Op& op, unsigned point, unsigned) const {
    const bool fits = state.stage == point && (point == 0 || state.who == op.owner);
    if (op.use) {
      state = point == 2 ? State{} : State{op.owner, point + 1};
    }
    return fits;
  }
  [[nodiscard]] bool changes_state(const Op& op) const { return op.use; }
  [[nodiscard]] bool interchangeable(const Op& a, const Op& b) const { return a.use == b.use; }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const { return op.use ? 1 : 0; }
  [[nodiscard]] std::uint64_t hash(const State& state) const {
    return (std::uint64_t{state.who} * 4 + state.stage) * 0x9E3779B97F4A7C15ULL;
  }
  [[nodiscard]] std::string state_text(const History&, const State& state) const {
    return "stage " + std::to_string(state.stage);
  }
  [[nodiscard]] std::string objection(const History&, const State& state, const Op&,
                                      unsigned) const {
    return "somebody was at stage " + std::to_string(state.stage);
  }

 private:
  static constexpr std::uint32_t nobody = ~0U;
  history::Symbol use_{}, idle_{};
};

class LinearizabilityTest : public testing::Test {
 protected:
  OperationIndex call(unsigned client, std::string_view f, std::int64_t key = 0) {
    return history_.call(ClientId{client}, history_.intern(f), Value::integer(key), {},
                         Timestamp{});
  }
  void ok(OperationIndex operation) { history_.returned(operation, Outcome::ok, {}, Timestamp{}); }
  void fail(OperationIndex operation) {
    history_.returned(operation, Outcome::fail, {}, Timestamp{});
  }

  History history_;
  LinearizabilityChecker<Turnstile> checker_{Turnstile()};
};

TEST_F(LinearizabilityTest, an_empty_history_holds) {
  const CheckResult result = checker_.check(history_);
  EXPECT_EQ(result.verdict, Verdict::held);
  EXPECT_EQ(result.partitions, 0U);
}

TEST_F(LinearizabilityTest, overlapping_uses_take_turns) {
  const auto a = call(0, "use");
  const auto b = call(1, "use");
  ok(a);
  ok(b);
  EXPECT_EQ(checker_.check(history_).verdict, Verdict::held);
}

TEST_F(LinearizabilityTest, an_observer_between_two_points_needs_one_open) {
  const auto a = call(0, "use");
  ok(a);
  const auto idle = call(1, "idle");
  ok(idle);
  EXPECT_EQ(checker_.check(history_).verdict, Verdict::held);
}

TEST_F(LinearizabilityTest, an_unknown_use_may_be_stuck_half_way_or_not_begun) {
  call(0, "use");
  ok(call(1, "idle"));
  EXPECT_EQ(checker_.check(history_).verdict, Verdict::held);
  ok(call(2, "use"));
  EXPECT_EQ(checker_.check(history_).verdict, Verdict::held);
}

TEST_F(LinearizabilityTest, a_failed_operation_did_not_happen) {
  fail(call(0, "no such thing"));
  EXPECT_TRUE(checker_.accepts(history_));
  EXPECT_EQ(checker_.check(history_).verdict, Verdict::held);
}

TEST_F(LinearizabilityTest, an_operation_of_another_model_is_named) {
  ok(call(0, "use"));
  ok(call(4, "frob\n", 7));
  const auto accepted = checker_.accepts(history_);
  ASSERT_FALSE(accepted);
  EXPECT_EQ(accepted.error().text,
            "operation #1 client 4: frob\\n key 7 -> nil (event 3) is not one of turnstile's; "
            "it knows use; idle");
  const CheckResult result = checker_.check(history_);
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_EQ(result.reason, InconclusiveReason::not_in_model);
}

TEST_F(LinearizabilityTest, words_that_come_later_are_seen) {
  ok(call(0, "use"));
  EXPECT_EQ(checker_.check(history_).verdict, Verdict::held);
  ok(call(0, "idle"));
  EXPECT_EQ(checker_.check(history_).verdict, Verdict::held);
  History other;
  ok(call(0, "use"));
  EXPECT_EQ(checker_.check(other).verdict, Verdict::held);
  EXPECT_EQ(checker_.check(history_).verdict, Verdict::held);
}

TEST_F(LinearizabilityTest, partitions_are_counted_and_independent) {
  for (std::int64_t key = 0; key < 40; ++key) {
    ok(call(0, "use", key % 20));
  }
  const CheckResult result = checker_.check(history_);
  EXPECT_EQ(result.verdict, Verdict::held);
  EXPECT_EQ(result.partitions, 20U);
  EXPECT_EQ(result.operations, 40U);
}

TEST_F(LinearizabilityTest, a_budget_makes_it_inconclusive) {
  for (int i = 0; i < 50; ++i) {
    ok(call(0, "use"));
  }
  checker_.set_budget({.steps_max = 20});
  CheckResult result = checker_.check(history_);
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_EQ(result.reason, InconclusiveReason::steps);
  EXPECT_LE(result.steps, 21U);
  checker_.set_budget({.memory_bytes_max = 2000});
  result = checker_.check(history_);
  EXPECT_EQ(result.reason, InconclusiveReason::memory);
  EXPECT_EQ(to_text(checker_.explain(history_), history_),
            "inconclusive: turnstile, the limit of memory was reached, key 0\n");
  checker_.set_budget({});
  EXPECT_EQ(checker_.check(history_).verdict, Verdict::held);
}

}  // namespace
}  // namespace oncelab::check
