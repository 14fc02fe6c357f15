#include <gtest/gtest.h>

#include <array>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/check/index_table.hpp>
#include <oncelab/core/lab/check/packed_use.hpp>
#include <oncelab/core/lab/check/visited.hpp>

namespace oncelab::check {
namespace {

std::vector<std::uint64_t> snapshot(const PackedUse& use) {
  return {use.words().begin(), use.words().end()};
}

TEST(PackedUse, compares_counters_one_by_one) {
  PackedUse use;
  use.reset();
  std::array<PackedUse::Field, 40> fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    fields[i] = use.add_counter(static_cast<std::uint32_t>(1 + i % 5));
  }
  std::array<unsigned, 40> low{};
  std::array<unsigned, 40> high{};
  Prng random(Seed{1});
  auto low_words = snapshot(use);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t i = random.below(fields.size());
    if (high[i] < 1 + i % 5 && random.chance(2, 3)) {
      use.increment(fields[i]);
      ++high[i];
    } else if (high[i] > 0) {
      use.decrement(fields[i]);
      --high[i];
    }
    bool at_most = true;
    for (std::size_t k = 0; k < fields.size(); ++k) {
      at_most = at_most && low[k] <= high[k];
    }
    EXPECT_EQ(use.at_most(low_words.data(), use.words().data()), at_most);
    if (random.chance(1, 20)) {
      low = high;
      low_words = snapshot(use);
    }
  }
}

TEST(PackedUse, progress_is_below_itself_and_below_the_end_only) {
  for (unsigned points = 2; points <= 3; ++points) {
    PackedUse use;
    use.reset();
    use.add_counter(100);
    const PackedUse::Field field = use.add_progress(points);
    std::vector<std::vector<std::uint64_t>> at;
    for (unsigned progress = 0; progress <= points; ++progress) {
      at.push_back(snapshot(use));
      if (progress < points) {
        use.move_progress(field, points, progress, progress + 1);
      }
    }
    for (unsigned a = 0; a <= points; ++a) {
      for (unsigned b = 0; b <= points; ++b) {
        EXPECT_EQ(use.at_most(at[a].data(), at[b].data()), a == b || b == points)
            << a << " " << b << " of " << points;
      }
    }
  }
}

TEST(Visited, keeps_only_what_is_not_dominated) {
  PackedUse use;
  use.reset();
  const PackedUse::Field a = use.add_counter(3);
  const PackedUse::Field b = use.add_counter(3);
  Visited<int> visited;
  visited.reset(use.words().size());
  const Fingerprint placed{1, 2};
  use.increment(a);
  EXPECT_TRUE(visited.enter(placed, 5, 50, use));
  EXPECT_FALSE(visited.enter(placed, 5, 50, use));
  use.increment(b);
  EXPECT_FALSE(visited.enter(placed, 5, 50, use)) << "used more";
  use.decrement(a);
  EXPECT_TRUE(visited.enter(placed, 5, 50, use)) << "neither more nor less";
  EXPECT_TRUE(visited.enter(placed, 6, 60, use)) << "another state";
  EXPECT_TRUE(visited.enter({1, 3}, 5, 50, use)) << "other points";
  use.decrement(b);
  EXPECT_TRUE(visited.enter(placed, 5, 50, use)) << "used less";
}

TEST(Visited, is_the_same_after_growing_and_after_reset) {
  PackedUse use;
  use.reset();
  Visited<std::uint64_t> visited;
  for (int round = 0; round < 3; ++round) {
    visited.reset(0);
    for (std::uint64_t i = 0; i < 5000; ++i) {
      Fingerprint placed;
      toggle(placed, static_cast<std::uint32_t>(i / 3), 0);
      EXPECT_TRUE(visited.enter(placed, i % 3, i % 2, use));
    }
    for (std::uint64_t i = 0; i < 5000; ++i) {
      Fingerprint placed;
      toggle(placed, static_cast<std::uint32_t>(i / 3), 0);
      EXPECT_FALSE(visited.enter(placed, i % 3, i % 2, use));
    }
  }
}

TEST(Fingerprint, toggling_twice_is_nothing) {
  Fingerprint print;
  toggle(print, 7, 1);
  toggle(print, 8, 0);
  EXPECT_FALSE(print == Fingerprint{});
  toggle(print, 7, 1);
  toggle(print, 8, 0);
  EXPECT_TRUE(print == Fingerprint{});
}

TEST(IndexTable, forgets_on_reset) {
  IndexTable table;
  for (int round = 0; round < 3; ++round) {
    table.reset(100);
    for (std::uint32_t i = 0; i < 100; ++i) {
      EXPECT_EQ(table.find_or_insert(i % 7, i, [&](std::uint32_t n) { return n == i; }), i);
    }
    EXPECT_EQ(table.find_or_insert(3, 1000, [](std::uint32_t n) { return n == 3; }), 3U);
  }
}

}  // namespace
}  // namespace oncelab::check
