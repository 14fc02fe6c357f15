// The pieces that programs are made of.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <oncelab/core/lab/gen/draw.hpp>
#include <oncelab/core/lab/gen/holds.hpp>
#include <oncelab/properties/generators/shapes.hpp>
#include <oncelab/properties/generators/weighted.hpp>
#include <oncelab/properties/generators/words.hpp>

namespace oncelab::properties {
namespace {

using Shape = std::vector<unsigned>;

TEST(Weighted, indices_are_as_frequent_as_their_weights) {
  std::map<std::size_t, int> seen;
  const auto generator = weighted({6, 0, 3, 1});
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    ++seen[gen::draw(generator, Seed{seed}, 50).value()];
  }
  EXPECT_NEAR(seen[0], 6000, 200);
  EXPECT_EQ(seen[1], 0);
  EXPECT_NEAR(seen[2], 3000, 200);
  EXPECT_NEAR(seen[3], 1000, 150);
}

TEST(Weighted, shrinks_to_the_first_that_has_a_weight) {
  const auto checked = gen::for_all({.name = "fails"}, weighted({0, 1, 0, 1, 1}), [](std::size_t) {
    return std::optional<std::string>("always");
  });
  EXPECT_EQ(checked->counterexample->value, "1");
}

TEST(Shapes, are_within_their_limits) {
  EXPECT_TRUE(gen::holds({.name = "default", .cases = 1000}, shapes(), [](const Shape& shape) {
    EXPECT_GE(shape.size(), 1U);
    EXPECT_LE(shape.size(), 4U);
    EXPECT_GE(std::ranges::min(shape), 1U);
    EXPECT_LE(std::ranges::max(shape), 3U);
    EXPECT_LE(std::accumulate(shape.begin(), shape.end(), 0U), 8U);
  }));
  const ShapeOptions one = {.clients_max = 1, .per_client_max = 1, .operations_max = 1};
  EXPECT_TRUE(gen::holds({.name = "one"}, shapes(one),
                         [](const Shape& shape) { EXPECT_EQ(shape, Shape{1}); }));
  const ShapeOptions tight = {.clients_max = 5, .per_client_max = 9, .operations_max = 5};
  EXPECT_TRUE(gen::holds({.name = "tight", .cases = 1000}, shapes(tight), [](const Shape& shape) {
    EXPECT_LE(std::accumulate(shape.begin(), shape.end(), 0U), 5U);
    EXPECT_GE(std::ranges::min(shape), 1U);
  }));
}

std::map<Shape, int> shapes_of_size(unsigned size) {
  std::map<Shape, int> seen;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    ++seen[gen::draw(shapes(), Seed{seed}, size).value()];
  }
  return seen;
}

TEST(Shapes, grow_with_the_size) {
  EXPECT_EQ(shapes_of_size(1).size(), 2U);    // one or two clients, one operation each
  EXPECT_EQ(shapes_of_size(30).size(), 14U);  // up to three clients, one or two each
  // One to four clients, one to three each, without those of more than eight in all.
  EXPECT_EQ(shapes_of_size(100).size(), 3U + 9U + 26U + 50U);
}

TEST(Shapes, of_one_client_are_a_tenth) {
  for (const unsigned size : {1U, 100U}) {
    int alone = 0;
    for (const auto& [shape, times] : shapes_of_size(size)) {
      alone += shape.size() == 1 ? times : 0;
    }
    EXPECT_NEAR(alone, 500, 100);
  }
}

std::size_t differences(const Words& a, const Words& b) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    n += a[i] == b[i] ? 0U : 1U;
  }
  return n;
}

TEST(Words, are_an_earlier_operation_but_for_one_part_or_new) {
  const WordsChoice choice = {.parts = {{numbered("k", 3), 1}, {numbered("b", 3), 1}},
                              .repeat_weight = 1,
                              .fresh_weight = 1};
  EXPECT_TRUE(gen::holds(
      {.name = "words", .cases = 1000}, words(choice, 6), [](const std::vector<Words>& all) {
        ASSERT_EQ(all.size(), 6U);
        EXPECT_EQ(all[0], (Words{"k1", "b1"}));
        for (std::size_t i = 1; i < all.size(); ++i) {
          const auto begin = all.begin();
          const auto end = begin + static_cast<std::ptrdiff_t>(i);
          const bool follows =
              std::any_of(begin, end, [&](const Words& w) { return differences(w, all[i]) <= 1; });
          const bool is_new =
              std::all_of(begin, end, [&](const Words& w) { return differences(w, all[i]) > 0; });
          EXPECT_TRUE(follows || is_new);
        }
      }));
}

TEST(Words, of_weight_zero_do_not_occur) {
  const WordsChoice only_repeats = {
      .parts = {{numbered("k", 3), 0}}, .repeat_weight = 1, .fresh_weight = 0};
  EXPECT_TRUE(gen::holds({.name = "repeats"}, words(only_repeats, 4), [](const auto& all) {
    EXPECT_EQ(all, (std::vector<Words>(4, Words{"k1"})));
  }));
  const WordsChoice only_fresh = {
      .parts = {{numbered("k", 3), 0}}, .repeat_weight = 0, .fresh_weight = 1};
  EXPECT_TRUE(gen::holds({.name = "fresh"}, words(only_fresh, 4), [](const auto& all) {
    EXPECT_EQ(all, (std::vector<Words>{{"k1"}, {"k2"}, {"k3"}, {"k3"}}));
  }));
}

TEST(Words, a_part_of_one_name_stays_as_it_is) {
  const WordsChoice choice = {.parts = {{{"k"}, 1}}, .repeat_weight = 0, .fresh_weight = 0};
  EXPECT_EQ(gen::draw(words(choice, 2), Seed{1}, 50).value(), (std::vector<Words>{{"k"}, {"k"}}));
}

}  // namespace
}  // namespace oncelab::properties
