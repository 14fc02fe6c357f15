// Samplers: a schedule is a function of seed, number and estimates; what each strategy draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

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

TEST(Samplers, a_schedule_needs_its_number_and_the_estimates_only) {
  for (const char* name : names) {
    Points points({{4}, {3, 2}, {5}});
    const auto first = sampler(name, 3);
    const auto all = points.run(*first, 64);
    // What the rounds of the first 64 taught, learnt without running anything in between.
    Estimates estimates;
    std::vector<Observation> round;
    const auto alone = sampler(name, 3);
    for (std::uint64_t i = 0; i < 64; ++i) {
      alone->begin_schedule(i, estimates);
      if (std::string_view(name) != "portfolio" || i % Portfolio::block < Portfolio::members) {
        EXPECT_EQ(points.run(*alone), all[i]) << name << ' ' << i;
      } else {
        (void)points.run(*first);  // the favourite is known to who saw the classes
        first->begin_schedule(i, estimates);
      }
      alone->observe(points.trace(), round.emplace_back());
      if (ends_round(i + 1)) {
        estimates.learn(round);
        round.clear();
      }
    }
  }
}

TEST(Samplers, rounds_double_and_then_have_64_schedules) {
  std::vector<std::uint64_t> ends;
  for (std::uint64_t i = 0; i <= 256; ++i) {
    if (ends_round(i)) {
      ends.push_back(i);
    }
  }
  EXPECT_EQ(ends, (std::vector<std::uint64_t>{1, 2, 4, 8, 16, 32, 64, 128, 192, 256}));
}

TEST(Estimates, are_of_the_latest_round_but_the_longest_run_is_of_all) {
  Estimates estimates;
  estimates.learn({{40, {{1, 0, 10}, {2, 1, 30}}, 0}, {20, {{1, 0, 20}}, 0}});
  EXPECT_EQ(estimates.longest(), 40U);
  ASSERT_EQ(estimates.threads().size(), 2U);
  EXPECT_EQ(estimates.threads()[0].steps, 15 * Estimates::scale);
  EXPECT_EQ(estimates.threads()[1].steps, 30 * Estimates::scale);  // of the run that had it
  estimates.learn({{5, {{1, 0, 5}}, 0}});
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
    ++counts[portfolio.member_of(i)];
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
    to_random += Portfolio::name_of(portfolio.member_of(Portfolio::members)) == "random" ? 1U : 0U;
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
