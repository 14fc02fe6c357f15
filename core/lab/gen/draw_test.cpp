// Drawing: decided by seed and size, and nothing escapes.
#include <oncelab/core/lab/gen/draw.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <stdexcept>
#include <string>
#include <vector>

#include <oncelab/core/lab/gen/such_that.hpp>

namespace oncelab::gen {
namespace {

using Numbers = std::vector<int>;

rc::Gen<int> failing_generator() {
  return [](const rc::Random&, int) -> rc::Shrinkable<int> {
    throw std::runtime_error("out of\nnumbers");
  };
}

TEST(Draw, gives_the_same_value_again) {
  const auto generator = rc::gen::arbitrary<Numbers>();
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(draw(generator, Seed{seed}, 30).value(), draw(generator, Seed{seed}, 30).value());
  }
}

TEST(Draw, gives_the_same_value_on_every_machine) {
  const auto generator = rc::gen::inRange(0, 1000);
  std::vector<int> drawn;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    drawn.push_back(draw(generator, Seed{seed}, 100).value());
  }
  EXPECT_EQ(drawn, (std::vector<int>{624, 514, 898, 872, 263}));
}

TEST(Draw, neighbouring_seeds_are_independent) {
  const auto coin = rc::gen::inRange(0, 2);
  int heads = 0;
  int changes = 0;
  int previous = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const int drawn = draw(coin, Seed{seed}, 100).value();
    heads += drawn;
    changes += static_cast<int>(drawn != previous);
    previous = drawn;
  }
  EXPECT_NEAR(heads, 500, 60);
  EXPECT_NEAR(changes, 500, 60);
}

TEST(Draw, values_grow_with_the_size) {
  const auto generator = rc::gen::arbitrary<Numbers>();
  std::size_t small = 0;
  std::size_t large = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    small += draw(generator, Seed{seed}, 1).value().size();
    large += draw(generator, Seed{seed}, 100).value().size();
  }
  EXPECT_LE(small, 200U);
  EXPECT_GT(large, 20U * small);
}

TEST(Draw, a_generator_that_gives_up_is_an_error) {
  const auto drawn = draw(such_that(rc::gen::just(1), [](int n) { return n != 1; }), Seed{1}, 10);
  ASSERT_TRUE(drawn.has_error());
  EXPECT_EQ(drawn.error().kind, ErrorKind::internal);
  EXPECT_EQ(drawn.error().text,
            "no value could be generated: Gave up trying to generate value satisfying predicate.");
}

TEST(Draw, a_generator_that_throws_is_an_error_in_one_line) {
  const auto drawn = draw(failing_generator(), Seed{1}, 10);
  ASSERT_TRUE(drawn.has_error());
  EXPECT_EQ(drawn.error().text, "no value could be generated: exception: out of numbers");
}

TEST(Draw, a_generator_that_breaks_on_its_way_is_an_error) {
  const auto generator =
      rc::gen::map(rc::gen::just(1), [](int n) -> int { throw std::to_string(n) + " thrown"; });
  const auto drawn = draw(generator, Seed{1}, 10);
  ASSERT_TRUE(drawn.has_error());
  EXPECT_EQ(drawn.error().text, "no value could be generated: thrown: 1 thrown");
}

// RapidCheck's star operator outside of its own run.
TEST(Draw, a_generator_that_is_used_as_a_value_is_an_error) {
  const auto generator =
      rc::gen::map(rc::gen::just(1), [](int) { return *rc::gen::arbitrary<int>(); });
  EXPECT_TRUE(draw(generator, Seed{1}, 10).has_error());
}

TEST(Draw, a_generator_may_be_made_of_code_that_draws) {
  const auto generator = rc::gen::exec([] {
    const int n = *rc::gen::inRange(1, 5);
    return Numbers(static_cast<std::size_t>(n), n);
  });
  const Numbers drawn = draw(generator, Seed{4}, 100).value();
  ASSERT_FALSE(drawn.empty());
  EXPECT_EQ(drawn.size(), static_cast<std::size_t>(drawn.front()));
}

}  // namespace
}  // namespace oncelab::gen
