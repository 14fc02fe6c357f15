// Properties over generated values: what is found, how far it is shrunk, what is reported.
#include <oncelab/core/lab/gen/for_all.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <oncelab/core/lab/gen/draw.hpp>
#include <oncelab/core/lab/gen/such_that.hpp>

namespace oncelab::gen {
namespace {

using Failure = std::optional<std::string>;
using Numbers = std::vector<int>;

Failure all_are_small(const Numbers& numbers) {
  const bool is_large = std::ranges::any_of(numbers, [](int n) { return n >= 100; });
  return is_large ? Failure("one is too large") : Failure();
}

TEST(ForAll, a_property_that_holds) {
  std::uint32_t runs = 0;
  const auto checked =
      for_all({.name = "holds"}, rc::gen::arbitrary<Numbers>(), [&](const Numbers&) -> Failure {
        ++runs;
        return std::nullopt;
      });
  EXPECT_EQ(checked->ending, Ending::held);
  EXPECT_EQ(checked->cases, 100U);
  EXPECT_EQ(runs, 100U);
  EXPECT_EQ(to_text(*checked), "held, 100 cases");
}

TEST(ForAll, a_counterexample_is_shrunk_and_can_be_drawn_again) {
  const auto generator = rc::gen::arbitrary<Numbers>();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto checked = for_all({.name = "small", .seed = Seed{seed}}, generator, all_are_small);
    ASSERT_EQ(checked->ending, Ending::falsified);
    const Counterexample& c = *checked->counterexample;
    EXPECT_EQ(c.value, "[100]");
    EXPECT_EQ(c.failure, "one is too large");
    EXPECT_TRUE(c.minimal);
    EXPECT_TRUE(c.repeats);
    EXPECT_TRUE(all_are_small(draw(generator, c.seed, c.size).value()));
  }
}

TEST(ForAll, a_result_without_a_value_is_understood) {
  const auto property = [](int n) -> Result<void> {
    if (n > 41) {
      return make_error(ErrorKind::bad_input, "too large");
    }
    return {};
  };
  const auto checked = for_all({.name = "result"}, rc::gen::arbitrary<int>(), property);
  ASSERT_EQ(checked->ending, Ending::falsified);
  EXPECT_EQ(checked->counterexample->value, "42");
  EXPECT_EQ(checked->counterexample->failure, "too large");
}

TEST(ForAll, what_a_property_throws_is_a_failure_and_is_shrunk) {
  const auto property = [](const Numbers& numbers) -> Failure {
    if (numbers.size() > 2) {
      throw std::out_of_range("three");
    }
    return std::nullopt;
  };
  const auto checked = for_all({.name = "throws"}, rc::gen::arbitrary<Numbers>(), property);
  ASSERT_EQ(checked->ending, Ending::falsified);
  EXPECT_EQ(checked->counterexample->value, "[0, 0, 0]");
  EXPECT_EQ(checked->counterexample->failure, "exception: three");
}

TEST(ForAll, the_assertions_of_rapidcheck_are_failures) {
  const auto property = [](int n) -> Failure {
    RC_ASSERT(n < 7);
    return std::nullopt;
  };
  const auto checked = for_all({.name = "RC_ASSERT"}, rc::gen::arbitrary<int>(), property);
  ASSERT_EQ(checked->ending, Ending::falsified);
  EXPECT_EQ(checked->counterexample->value, "7");
  EXPECT_NE(checked->counterexample->failure.find("RC_ASSERT(n < 7)"), std::string::npos);
}

TEST(ForAll, a_discarded_case_does_not_pass_for_one_that_held) {
  const auto property = [](int n) -> Failure {
    RC_PRE(n > 1000);
    return std::nullopt;
  };
  const auto checked = for_all({.name = "RC_PRE"}, rc::gen::arbitrary<int>(), property);
  ASSERT_EQ(checked->ending, Ending::falsified);
  EXPECT_NE(checked->counterexample->failure.find("use such_that"), std::string::npos);
}

TEST(ForAll, gives_up_when_the_generator_does) {
  const auto none = such_that(rc::gen::arbitrary<int>(), [](int) { return false; });
  const auto checked =
      for_all({.name = "nothing", .cases = 3}, none, [](int) -> Failure { return "called"; });
  EXPECT_EQ(checked->ending, Ending::gave_up);
  EXPECT_EQ(checked->cases, 0U);
  EXPECT_NE(to_text(*checked).find("gave up after 0 cases: 31 values could not be generated: Gave"),
            std::string::npos);
}

Numbers numbers_seen(const std::string& name, Seed seed) {
  Numbers seen;
  (void)for_all({.name = name, .seed = seed}, rc::gen::inRange(0, 1'000'000), [&](int n) {
    seen.push_back(n);
    return Failure();
  });
  return seen;
}

TEST(ForAll, name_and_seed_decide_every_value) {
  EXPECT_EQ(numbers_seen("a", Seed{1}), numbers_seen("a", Seed{1}));
  EXPECT_NE(numbers_seen("a", Seed{1}), numbers_seen("a", Seed{2}));
  EXPECT_NE(numbers_seen("a", Seed{1}), numbers_seen("b", Seed{1}));
}

struct Odd {
  int n;
};
void showValue(const Odd& /*odd*/, std::ostream& /*os*/) { throw std::runtime_error("no words"); }

TEST(ForAll, a_value_that_cannot_be_shown_does_not_escape) {
  const auto odd = rc::gen::map(rc::gen::just(1), [](int n) { return Odd{n}; });
  const auto checked = for_all({.name = "odd"}, odd, [](const Odd&) { return Failure("odd"); });
  EXPECT_EQ(checked->counterexample->value, "(a value that cannot be shown: exception: no words)");
}

}  // namespace
}  // namespace oncelab::gen
