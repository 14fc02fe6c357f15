// Where processes crash, the clock goes on and things go wrong, partial-order reduction comes to
// what depth-first search over all schedules comes to, without a bound and within bounds of 0 to 3
// preemptions.
//
// ONCELAB_CLASSES=N: how many random programs. ONCELAB_CLASSES_SEED=S: which.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include <oncelab/core/lab/schedule/world_agreement.hpp>

namespace oncelab::worlds {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* const given = std::getenv(name);
  return given != nullptr ? std::strtoull(given, nullptr, 10) : otherwise;
}

struct Tally {
  std::uint64_t compared = 0, skipped = 0, all = 0, reduced = 0, classes = 0, blocked = 0;

  void add(const Agreement& a) {
    ++(a.compared ? compared : skipped);
    all += a.compared ? a.all : 0;
    reduced += a.reduced;
    classes += a.classes;
    blocked += a.blocked;
  }
};

std::ostream& operator<<(std::ostream& out, const Tally& t) {
  return out << t.compared << " compared, " << t.skipped << " skipped; " << t.reduced << " runs, "
             << t.blocked << " in vain, for " << t.classes << " classes of " << t.all
             << " schedules";
}

// Says what differs, with the smallest part of the program that still does.
void tell_difference(const Program& program, const std::string& which,
                     std::optional<std::uint32_t> bound, std::uint64_t runs_max,
                     const std::string& difference) {
  const Program least = smallest(
      program, [&](const Program& p) { return !agreement(p, bound, runs_max).difference.empty(); });
  ADD_FAILURE() << which << (bound ? ", bound " + std::to_string(*bound) : "") << ": "
                << text_of(program) << "\n  " << difference << "\nsmallest: " << text_of(least)
                << "\n  " << agreement(least, bound, runs_max).difference;
}

void compare_random_programs(std::uint64_t count, std::uint64_t runs_max, bool bounded) {
  const std::uint64_t seed = from_environment("ONCELAB_CLASSES_SEED", 1);
  const std::uint64_t failures_max = from_environment("ONCELAB_CLASSES_FAILURES", 1);
  Tally tally;
  std::uint64_t failures = 0;
  for (std::uint64_t i = 0; i < count && failures < failures_max; ++i) {
    Prng random = Prng(Seed{seed}).split("worlds").split(i);
    const Program program = random_program(random);
    for (std::uint32_t bound = 0; bound <= (bounded ? 3U : 0U); ++bound) {
      const auto max = bounded ? std::optional(bound) : std::nullopt;
      const Agreement found = agreement(program, max, runs_max);
      tally.add(found);
      if (!found.difference.empty()) {
        ++failures;
        tell_difference(program, "seed " + std::to_string(seed) + ", program " + std::to_string(i),
                        max, runs_max, found.difference);
        break;
      }
    }
  }
  std::cout << "seed " << seed << ": " << tally << "\n";
  EXPECT_GT(tally.compared, tally.skipped * 3) << "too many skipped";
}

TEST(RandomWorlds, dpor_agrees_with_all_schedules) {
  compare_random_programs(from_environment("ONCELAB_CLASSES", 1'000), 2'000, false);
}

TEST(RandomWorlds, bounded_dpor_agrees_with_depth_first_search_within_the_bound) {
  compare_random_programs(from_environment("ONCELAB_CLASSES", 120), 2'000, true);
}

// One program, given as text: ONCELAB_WORLD='1: inc(0) ; ; crashes 1'.
TEST(GivenWorld, agrees) {
  const char* const text = std::getenv("ONCELAB_WORLD");
  if (text == nullptr) {
    GTEST_SKIP() << "ONCELAB_WORLD gives no program";
  }
  const Program program = program_of(text);
  for (std::uint32_t bound = 0; bound <= 4; ++bound) {
    const auto max = bound == 4 ? std::nullopt : std::optional(bound);
    const Agreement found = agreement(program, max, 1'000'000);
    EXPECT_EQ(found.difference, "") << (max ? "bound " + std::to_string(*max) : "no bound");
    std::cout << found.all << " schedules, " << found.classes << " classes, " << found.reduced
              << " runs, " << found.blocked << " in vain\n";
  }
}

}  // namespace
}  // namespace oncelab::worlds
