// How many schedules each strategy needs to find the seeded races of race_programs.hpp.
//
//   oncelab_strategy_table [--seeds N] [--schedules-max N] [PROGRAM...]
//
// For each program and strategy: the mean number of schedules until the first failure, over seeds
// 1 to N (200); a seed that has not failed after the maximum (100,000) counts as the maximum, and
// is counted beside the mean. For portfolio: its mean over the best single strategy's, with a 95 %
// bootstrap interval, and the worst seed over that mean. The bar: mean <= 6, worst <= 100. Exit
// code 1 if a program misses it. Deterministic; cost: minutes.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/schedule/explore.hpp>
#include <oncelab/stress/bench/race_experiment.hpp>

namespace {

using namespace oncelab;

constexpr double mean_bar = 6;
constexpr double worst_bar = 100;

struct Asked {
  std::uint64_t seeds = 200;
  std::uint64_t schedules_max = 100'000;
  std::vector<std::string_view> programs;
};

struct Column {
  const char* name;
  const char* strategy;
  std::uint32_t pct_depth;
};
constexpr std::array columns = {Column{"random", "random", 0}, Column{"pct 2", "pct", 2},
                                Column{"pct 3", "pct", 3},     Column{"pos", "pos", 0},
                                Column{"urw", "urw", 0},       Column{"portfolio", "portfolio", 0}};
constexpr std::size_t portfolio = columns.size() - 1;

struct Measured {
  std::vector<std::uint64_t> schedules;  // by seed
  unsigned capped = 0;
  [[nodiscard]] double mean() const {
    double sum = 0;
    for (const std::uint64_t n : schedules) {
      sum += static_cast<double>(n);
    }
    return sum / static_cast<double>(schedules.size());
  }
};

Measured measure(const bench::RaceProgram& program, const Column& column, const Asked& asked) {
  bench::RaceExperiment race(program);
  Measured m;
  for (std::uint64_t seed = 1; seed <= asked.seeds; ++seed) {
    schedule::StrategyOptions of_strategy;
    of_strategy.seed = Seed{seed};
    of_strategy.pct_depth = column.pct_depth;
    const auto strategy = schedule::make_strategy(column.strategy, of_strategy).value();
    schedule::ExploreOptions options;
    options.schedules_max = asked.schedules_max;
    options.repeat_percent = 0;
    const auto result = schedule::explore(race, *strategy, options);
    m.schedules.push_back(result.schedules);
    m.capped += result.found ? 0U : 1U;
  }
  return m;
}

double resampled_mean(const Measured& m, Prng& prng) {
  double sum = 0;
  for (std::size_t i = 0; i < m.schedules.size(); ++i) {
    sum += static_cast<double>(m.schedules[prng.below(m.schedules.size())]);
  }
  return sum / static_cast<double>(m.schedules.size());
}

std::pair<double, double> interval(const Measured& a, const Measured& b) {
  constexpr std::size_t samples = 4'000;
  Prng prng = Prng(Seed{1}).split("bootstrap");
  std::vector<double> ratios;
  for (std::size_t i = 0; i < samples; ++i) {
    const double above = resampled_mean(a, prng);
    ratios.push_back(above / resampled_mean(b, prng));
  }
  std::ranges::sort(ratios);
  return {ratios[samples / 40], ratios[samples - samples / 40 - 1]};
}

bool print_row(const bench::RaceProgram& program, const Asked& asked) {
  std::printf("| %s |", program.name);
  std::array<Measured, columns.size()> all;
  std::size_t best = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    all[i] = measure(program, columns[i], asked);
    std::printf(" %.1f", all[i].mean());
    if (all[i].capped != 0) {
      std::printf(" (%u capped)", all[i].capped);
    }
    std::printf(" |");
    std::fflush(stdout);
    best = i < portfolio && all[i].mean() < all[best].mean() ? i : best;
  }
  const double of_best = all[best].mean();
  const double ratio = all[portfolio].mean() / of_best;
  const auto [low, high] = interval(all[portfolio], all[best]);
  const double worst =
      static_cast<double>(*std::ranges::max_element(all[portfolio].schedules)) / of_best;
  const bool met = ratio <= mean_bar && worst <= worst_bar;
  std::printf(" %s | %.2f (%.2f to %.2f) | %.1f |%s\n", columns[best].name, ratio, low, high, worst,
              met ? "" : " misses the bar");
  std::fflush(stdout);
  return met;
}

bool number(std::string_view text, std::uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value > 0;
}

bool parse(int argc, char** argv, Asked& asked) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--seeds" || word == "--schedules-max") {
      std::uint64_t& value = word == "--seeds" ? asked.seeds : asked.schedules_max;
      ++i;
      if (i == argc || !number(argv[i], value)) {
        return false;
      }
    } else if (word.starts_with("-")) {
      return false;
    } else {
      asked.programs.push_back(word);
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Asked asked;
  if (!parse(argc, argv, asked)) {
    std::fputs("usage: oncelab_strategy_table [--seeds N] [--schedules-max N] [PROGRAM...]\n",
               stderr);
    return 64;
  }
  std::printf("| program |");
  for (const Column& c : columns) {
    std::printf(" %s |", c.name);
  }
  std::printf(" best single | portfolio / best (95 %%) | worst seed / best |\n|%s\n",
              " --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  bool met = true;
  for (const bench::RaceProgram& program : bench::race_programs()) {
    const bool wanted =
        asked.programs.empty() || std::ranges::any_of(asked.programs, [&](std::string_view name) {
          return std::string_view(program.name).starts_with(name);
        });
    met = (!wanted || print_row(program, asked)) && met;
  }
  return met ? 0 : 1;
}
