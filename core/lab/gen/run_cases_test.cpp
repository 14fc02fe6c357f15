// The loop over cases and shrinks, on candidates made by hand.
#include <oncelab/core/lab/gen/run_cases.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace oncelab::gen::detail {
namespace {

using Kind = Trial::Kind;
using std::chrono::milliseconds;

/// Countdown from n; its shrinks are n-1, n-2, ...
class Number final : public Candidate {
 public:
  using Judge = std::function<Trial(unsigned)>;
  Number(unsigned n, const Judge& judge) : n_(n), next_(n), judge_(judge) {}
  Trial run() override { return judge_(n_); }
  [[nodiscard]] std::string text() const override { return std::to_string(n_); }
  std::unique_ptr<Candidate> next_shrink() override {
    return next_ == 0 ? nullptr : std::make_unique<Number>(--next_, judge_);
  }

 private:
  unsigned n_, next_;
  const Judge& judge_;
};

Trial failed() { return {Kind::failed, "bad"}; }

Result<Checked> run(const Options& options, const Number::Judge& judge) {
  return run_cases(options,
                   [&](Seed, unsigned size) { return std::make_unique<Number>(size, judge); });
}

std::vector<unsigned> sizes_of(std::uint32_t cases, unsigned size_max) {
  std::vector<unsigned> sizes;
  (void)run({.name = "sizes", .cases = cases, .size_max = size_max}, [&](unsigned size) {
    sizes.push_back(size);
    return Trial{};
  });
  return sizes;
}

TEST(RunCases, sizes_grow_from_the_smallest_to_the_largest) {
  using Sizes = std::vector<unsigned>;
  EXPECT_EQ(sizes_of(1, 100), (Sizes{100}));
  EXPECT_EQ(sizes_of(2, 100), (Sizes{1, 100}));
  EXPECT_EQ(sizes_of(4, 10), (Sizes{1, 4, 7, 10}));
  EXPECT_EQ(sizes_of(5, 2), (Sizes{1, 2, 1, 2, 1}));
  EXPECT_EQ(sizes_of(3, 1), (Sizes{1, 1, 1}));
}

TEST(RunCases, every_case_has_a_seed_of_its_own) {
  std::set<Seed> seeds;
  const Number::Judge holds = [](unsigned) { return Trial{}; };
  for (const char* name : {"a", "b"}) {
    (void)run_cases({.name = name, .cases = 500}, [&](Seed seed, unsigned size) {
      seeds.insert(seed);
      return std::make_unique<Number>(size, holds);
    });
  }
  EXPECT_EQ(seeds.size(), 1000U);
}

TEST(RunCases, shrinks_to_the_first_that_holds) {
  const auto checked = run({.name = "at most 3", .cases = 10},
                           [](unsigned n) { return n > 3 ? failed() : Trial{}; });
  ASSERT_EQ(checked->ending, Ending::falsified);
  EXPECT_EQ(checked->cases, 1U);  // of size 1
  EXPECT_EQ(checked->counterexample->value, "4");
  EXPECT_EQ(checked->counterexample->size, 12U);
  EXPECT_EQ(checked->counterexample->shrinks, 8U);
  EXPECT_TRUE(checked->counterexample->minimal);
  EXPECT_EQ(to_text(*checked).find("falsified after 1 case: 4\nbad\n8 shrinks; drawn with seed"),
            0U);
}

TEST(RunCases, a_shrink_that_cannot_be_made_is_no_failure) {
  const auto checked = run({.name = "not made", .cases = 10}, [](unsigned n) {
    return n > 8 ? failed() : Trial{Kind::not_generated, "too small"};
  });
  EXPECT_EQ(checked->ending, Ending::gave_up);  // the first case is one of them
  const auto larger = run_cases({.name = "not made"}, [](Seed, unsigned) {
    static const Number::Judge judge = [](unsigned n) {
      return n > 8 ? failed() : Trial{Kind::not_generated, "too small"};
    };
    return std::make_unique<Number>(20, judge);
  });
  EXPECT_EQ(larger->counterexample->value, "9");
}

TEST(RunCases, the_number_of_shrinks_is_limited) {
  const auto checked =
      run({.name = "all fail", .cases = 1, .shrinks_max = 7}, [](unsigned) { return failed(); });
  EXPECT_EQ(checked->counterexample->value, "93");
  EXPECT_FALSE(checked->counterexample->minimal);
  EXPECT_NE(to_text(*checked).find("7 shrinks, perhaps not minimal"), std::string::npos);
}

TEST(RunCases, a_failure_that_does_not_repeat_is_flaky) {
  int runs = 0;
  const auto checked =
      run({.name = "once", .cases = 1}, [&](unsigned) { return ++runs == 1 ? failed() : Trial{}; });
  ASSERT_EQ(checked->ending, Ending::falsified);
  EXPECT_FALSE(checked->counterexample->repeats);
  EXPECT_NE(to_text(*checked).find("FLAKY"), std::string::npos);
}

TEST(RunCases, stops_when_the_time_is_over) {
  milliseconds now{1000};
  const Options options = {
      .name = "slow", .time_max = milliseconds(50), .now = [&] { return now; }};
  const auto checked = run(options, [&](unsigned) {
    now += milliseconds(10);
    return Trial{};
  });
  EXPECT_EQ(checked->ending, Ending::stopped);
  EXPECT_EQ(checked->cases, 5U);
  EXPECT_EQ(to_text(*checked), "stopped after 5 cases: the time was over");
}

TEST(RunCases, shrinking_ends_with_the_time_and_keeps_what_it_has) {
  milliseconds now{0};
  const Options options = {
      .name = "slow", .cases = 1, .time_max = milliseconds(50), .now = [&] { return now; }};
  const auto checked = run(options, [&](unsigned) {
    now += milliseconds(10);
    return failed();
  });
  EXPECT_EQ(checked->ending, Ending::falsified);
  EXPECT_EQ(checked->counterexample->value, "96");
  EXPECT_FALSE(checked->counterexample->minimal);
}

}  // namespace
}  // namespace oncelab::gen::detail
