// Samplers: a schedule is a function of seed, number and estimates; what each strategy draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include <oncelab/core/lab/schedule/archive.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/core/lab/schedule/point_experiment.hpp>
#include <oncelab/core/lab/schedule/portfolio.hpp>
#include <oncelab/core/lab/schedule/random.hpp>
#include <oncelab/core/lab/schedule/urw.hpp>

namespace oncelab::schedule {
namespace {

using Order = std::vector<unsigned>;  // clients, by step

class Points {
 public:
  explicit Points(std::vector<std::vector<unsigned>> points)
      : experiment_(std::move(points), [this](const Order& order) {
          order_ = order;
          return std::nullopt;
        }) {}
  Order run(Sampler& sampler) {
    (void)runtime::run(experiment_, sampler, {}, trace_);
    (void)experiment_.judge();
    return order_;
  }
  std::vector<Order> run(Sampler& sampler, unsigned schedules) {
    std::vector<Order> all;
    for (unsigned i = 0; i < schedules; ++i) {
      (void)sampler.begin_run();
      all.push_back(run(sampler));
      (void)sampler.end_run(trace_, {});
    }
    return all;
  }
  [[nodiscard]] const runtime::RunTrace& trace() const { return trace_; }

 private:
  Order order_;
  runtime::RunTrace trace_;
  PointExperiment experiment_;
};

std::unique_ptr<Sampler> sampler(std::string_view name, std::uint64_t seed) {
  StrategyOptions options;
  options.seed = Seed{seed};
  auto made = make_strategy(name, options);
  return std::unique_ptr<Sampler>(dynamic_cast<Sampler*>(std::move(made).value().release()));
}

constexpr auto names = {"random", "pct", "pos", "urw", "portfolio"};

TEST(Samplers, the_same_seed_draws_the_same_schedules) {
  for (const char* name : names) {
    Points points({{4}, {3, 2}, {5}});
    const auto once = points.run(*sampler(name, 7), 150);
    EXPECT_EQ(once, points.run(*sampler(name, 7), 150)) << name;
    EXPECT_NE(once, points.run(*sampler(name, 8), 150)) << name;
  }
}

// One process knows what was learnt, another runs parts of rounds; they tell each other numbers.
TEST(Samplers, parts_run_elsewhere_are_the_same_schedules) {
  for (const char* name : names) {
    Points points({{4}, {3, 2}, {5}});
    const auto all = points.run(*sampler(name, 3), 300);
    for (const std::uint64_t longest : {1U, 7U, 1000U}) {
      const auto knows = sampler(name, 3);
      const auto runs = sampler(name, 3);
      while (knows->next() < all.size()) {
        const std::uint64_t first = knows->next();
        const std::uint64_t part =
            std::min({round_end(first) - first, longest, all.size() - first});
        Archive out;
        Estimates estimates = knows->estimates();
        estimates.exchange(out);
        Archive in(out.numbers());
        Estimates told;
        told.exchange(in);
        ASSERT_TRUE(in.good());
        runs->begin_part(first, told);
        const auto drawn = points.run(*runs, static_cast<unsigned>(part));
        EXPECT_TRUE(std::equal(drawn.begin(), drawn.end(),
                               all.begin() + static_cast<std::ptrdiff_t>(first)))
            << name << ' ' << first;
        Tally tally = runs->end_part();
        Archive back;
        tally.exchange(back);
        Archive again(back.numbers());
        Tally seen;
        seen.exchange(again);
        ASSERT_TRUE(again.good());
        knows->take_over(seen, part);
      }
    }
  }
}

TEST(Samplers, rounds_grow_up_to_a_limit) {
  std::vector<std::uint64_t> ends = {0};
  while (ends.back() < 64) {
    ends.push_back(round_end(ends.back()));
  }
  EXPECT_EQ(ends, (std::vector<std::uint64_t>{0,  1,  2,  3,  4,  5,  6,  7,  8,  10, 12,
                                              14, 16, 20, 24, 28, 32, 40, 48, 56, 64}));
  EXPECT_EQ(round_end(10), 12U);
  EXPECT_EQ(round_end(11), 12U);
  EXPECT_EQ(round_end(1'000), 1'024U);
  EXPECT_EQ(round_end(10'000'000), 10'027'008U);  // 153 * 65,536
}

TEST(Estimates, are_of_the_latest_round_but_the_longest_run_is_of_all) {
  Estimates estimates;
  Tally round;
  round.longest = 40;
  round.threads = {{1, 0, 30, 2}, {2, 1, 30, 1}};
  estimates.learn(round);
  EXPECT_EQ(estimates.longest(), 40U);
  ASSERT_EQ(estimates.threads().size(), 2U);
  EXPECT_EQ(estimates.threads()[0].steps, 15 * Estimates::scale);
  EXPECT_EQ(estimates.threads()[1].steps, 30 * Estimates::scale);  // of the run that had it
  round.longest = 5;
  round.threads = {{1, 0, 5, 1}};
  estimates.learn(round);
  EXPECT_EQ(estimates.longest(), 40U);
  ASSERT_EQ(estimates.threads().size(), 1U);
  EXPECT_EQ(estimates.threads()[0].steps, 5 * Estimates::scale);
}

TEST(UniformWalk, all_interleavings_are_about_as_likely) {
  constexpr unsigned schedules = 6'000;
  std::map<Order, unsigned> counts;
  UniformWalk urw(Seed{1});
  Points points({{2}, {2}});
  for (const Order& order : points.run(urw, schedules)) {
    ++counts[order];
  }
  ASSERT_EQ(counts.size(), 6U);
  double chi_squared = 0;
  for (const auto& [order, count] : counts) {
    chi_squared += (count - 1000.0) * (count - 1000.0) / 1000.0;
  }
  EXPECT_LT(chi_squared, 20.5);  // 5 degrees of freedom: 0.1 %
  // A random walk takes some of them with probability 1/4, others with 1/8.
  counts.clear();
  RandomWalk random(Seed{1});
  for (const Order& order : points.run(random, schedules)) {
    ++counts[order];
  }
  EXPECT_GT((counts[{0, 0, 1, 1}]), schedules / 5);
}

TEST(Portfolio, every_member_has_a_sixth_of_the_schedules_at_least) {
  Portfolio portfolio(Seed{1});
  Points points({{1}, {40}});
  std::array<unsigned, Portfolio::members> counts{};
  for (unsigned i = 0; i < 600; ++i) {
    ++counts[Portfolio::member_of(i, portfolio.estimates().favourite)];
    (void)points.run(portfolio, 1);
    EXPECT_GE(*std::ranges::min_element(counts), (i + 1) / Portfolio::block);
  }
  EXPECT_EQ(counts[0] + counts[1] + counts[2] + counts[3] + counts[4], 600U);
}

// Client 1 goes on for long: a random walk soon knows all it is likely to see.
TEST(Portfolio, what_finds_the_most_new_gets_the_rest) {
  unsigned to_random = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Portfolio portfolio(Seed{seed});
    Points points({{1}, {40}});
    (void)points.run(portfolio, 32);
    to_random += Portfolio::name_of(portfolio.estimates().favourite) == "random" ? 1U : 0U;
  }
  EXPECT_LE(to_random, 1U);
}

TEST(Portfolio, a_schedule_is_that_of_its_member) {
  Portfolio portfolio(Seed{5});
  RandomWalk random(Seed{5});
  Points points({{3}, {3}, {3}});
  const auto all = points.run(portfolio, 120);
  const std::uint64_t turn = 1;
  ASSERT_EQ(Portfolio::name_of(turn), "random");
  for (std::uint64_t i = turn; i < all.size(); i += Portfolio::block) {
    random.begin_schedule(i, {});
    EXPECT_EQ(points.run(random), all[i]);
  }
}

}  // namespace
}  // namespace oncelab::schedule
