// How long it takes to find the fewest preemptions of a failure, and to prove that they are.
//
//   oncelab_minimality_table [--seeds N] [ROW]
//
// Failures: found_failures.hpp, seeds 1 to N (5). Measured, in milliseconds of processor time:
// "as found", searching the failing program itself; "minimised", the whole shrinking with its
// budgets: smaller programs, simpler arguments, fewer preemptions, an earlier schedule. Minima are
// counted by preemptions, of the least schedule found; "proven" are those below which everything
// was run. The bar is for failures of at most 3 threads with a minimum of at most 2 (or not known
// to be more): 95 % proven within 50 ms, all within 1 s. Exit code 1 if it is missed. What is found
// is deterministic; the times are those of the machine.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/shrink/search.hpp>
#include <oncelab/core/lab/shrink/shrink.hpp>
#include <oncelab/stress/bench/found_failures.hpp>

namespace {

using namespace oncelab;

constexpr std::size_t threads_bar = 3;
constexpr std::uint32_t minimum_bar = 2;
constexpr double share_bar = 0.95;
constexpr double quick_ms = 50;
constexpr double slow_ms = 1000;

struct Measured {
  std::uint32_t minimum = 0;  // the least found
  bool proven = false;
  double ms = 0;
  std::uint64_t schedules = 0;
};

struct Row {
  std::string name;
  std::vector<Measured> failures;
};

double ms_now() {
  constexpr double ms_per_s = 1000;
  return static_cast<double>(std::clock()) * ms_per_s / CLOCKS_PER_SEC;
}

Measured as_found(const bench::FoundFailure& failure) {
  const std::uint32_t given = failure.found.schedule.preemptions();
  shrink::Purse purse;
  purse.schedules_left = shrink::Budget{}.schedules_max;
  const double started = ms_now();
  const auto searched = shrink::search(
      failure.subject,
      {failure.found.failure.property, given, purse.schedules_left, &failure.found}, purse);
  Measured m;
  m.ms = ms_now() - started;
  m.minimum = searched.found ? searched.found->schedule.preemptions() : given;
  m.proven = searched.exhausted_below >= m.minimum;
  m.schedules = purse.spent;
  return m;
}

Measured minimised(const bench::FoundFailure& failure) {
  const double started = ms_now();
  const shrink::Shrunk shrunk = shrink::shrink(failure.subject, failure.found);
  return {shrunk.found.schedule.preemptions(), shrunk.proven, ms_now() - started, shrunk.schedules};
}

/// The value below which `share` of the sorted values are, or the largest.
template <class T>
T at(const std::vector<T>& sorted, double share) {
  const auto index = static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
  return sorted[std::min(index, sorted.size() - 1)];
}

double share_within(const Row& row, double ms) {
  const auto within = std::ranges::count_if(
      row.failures, [&](const Measured& m) { return m.proven && m.ms <= ms; });
  return static_cast<double>(within) / static_cast<double>(row.failures.size());
}

void print(const Row& row) {
  if (row.failures.empty()) {
    return;
  }
  std::array<std::size_t, 4> minima{};
  std::size_t proven = 0;
  std::vector<double> ms;
  std::vector<std::uint64_t> schedules;
  for (const Measured& m : row.failures) {
    ++minima[std::min<std::size_t>(m.minimum, minima.size() - 1)];
    proven += m.proven ? 1U : 0U;
    ms.push_back(m.ms);
    schedules.push_back(m.schedules);
  }
  std::ranges::sort(ms);
  std::ranges::sort(schedules);
  std::printf(
      "| %s | %zu | %zu / %zu / %zu / %zu | %zu | %.2f | %.1f | %.1f | %llu | %.1f %% | %.1f %% "
      "|\n",
      row.name.c_str(), row.failures.size(), minima[0], minima[1], minima[2], minima[3], proven,
      at(ms, 0.5), at(ms, share_bar), ms.back(), static_cast<unsigned long long>(schedules.back()),
      100 * share_within(row, quick_ms), 100 * share_within(row, slow_ms));
  std::fflush(stdout);
}

/// One table: a row for each kind of failure, then those of the bar and the others. Is it met?
bool print_table(const char* title, const std::vector<bench::FoundFailure>& failures,
                 Measured (*measure)(const bench::FoundFailure&)) {
  std::printf(
      "%s:\n\n| failures of | number | minimum 0 / 1 / 2 / more | proven | median ms | p95 ms | "
      "max ms | max schedules | proven within 50 ms | within 1 s |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
      title);
  Row of_bar{"**at most 3 threads, minimum at most 2**", {}};
  Row others{"the others", {}};
  Row row;
  for (const auto& failure : failures) {
    if (failure.of != row.name) {
      print(row);
      row = {failure.of, {}};
    }
    const Measured m = measure(failure);
    row.failures.push_back(m);
    const bool many_needed = m.proven && m.minimum > minimum_bar;
    (failure.threads() <= threads_bar && !many_needed ? of_bar : others).failures.push_back(m);
  }
  print(row);
  print(of_bar);
  print(others);
  std::printf("\n");
  return of_bar.failures.empty() ||
         (share_within(of_bar, quick_ms) >= share_bar && share_within(of_bar, slow_ms) >= 1);
}

struct Asked {
  std::uint64_t seeds = 5;
  std::string row;
};

bool parse(int argc, char** argv, Asked& asked) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--seeds" && i + 1 < argc) {
      const std::string_view text = argv[++i];
      const auto [end, error] =
          std::from_chars(text.data(), text.data() + text.size(), asked.seeds);
      if (error != std::errc() || end != text.data() + text.size() || asked.seeds == 0) {
        return false;
      }
    } else if (word.starts_with("-") || !asked.row.empty()) {
      return false;
    } else {
      asked.row = word;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Asked asked;
  if (!parse(argc, argv, asked)) {
    std::fputs("usage: oncelab_minimality_table [--seeds N] [ROW]\n", stderr);
    return 64;
  }
  const bench::FoundFailures failures(asked.seeds, asked.row);
  const bool program_met = print_table("As found", failures.all(), as_found);
  const bool met = print_table("Minimised", failures.all(), minimised);
  return program_met && met ? 0 : 1;
}
