// Partial-order reduction comes to what depth-first search over all schedules comes to, on random
// programs of every mix, without a bound and within bounds of 0 to 3 preemptions.
//
// ONCELAB_CLASSES=N: how many programs of each mix. ONCELAB_CLASSES_SEED=S: which.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <ostream>
#include <string>

#include <oncelab/core/lab/schedule/agreement.hpp>
#include <oncelab/core/lab/schedule/program_mix.hpp>
#include <oncelab/core/lab/schedule/program_text.hpp>
#include <oncelab/core/lab/schedule/smaller_program.hpp>

namespace oncelab::schedule {

// Found by GoogleTest, which would print bytes.
static void PrintTo(const Mix& mix, std::ostream* out) { *out << mix.name; }

namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* const given = std::getenv(name);
  return given != nullptr ? std::strtoull(given, nullptr, 10) : otherwise;
}

struct Tally {
  std::uint64_t programs = 0, compared = 0, failed = 0, all = 0, reduced = 0, classes = 0,
                blocked = 0;

  void add(const Agreement& a) {
    ++programs;
    compared += a.compared ? 1 : 0;
    failed += a.failed ? 1 : 0;
    all += a.compared ? a.all : 0;
    reduced += a.reduced;
    classes += a.classes;
    blocked += a.blocked;
  }
};

std::ostream& operator<<(std::ostream& out, const Tally& t) {
  return out << t.programs << " programs: " << t.compared << " compared, "
             << t.programs - t.compared << " skipped, " << t.failed << " that may not end; "
             << t.reduced << " runs, " << t.blocked << " in vain, for " << t.classes
             << " classes of " << t.all << " schedules";
}

std::string text_of(const small::Program& program, const SmallOptions& options) {
  return small::text_of(program) + " [clients " + std::to_string(program.clients) +
         (!options.each_instruction_an_operation ? ""
          : options.one_partition_each           ? ", partitions"
                                                 : ", operations") +
         ", spurious " + std::to_string(options.run.spurious_max) + "]";
}

class ProgramMix : public testing::TestWithParam<Mix> {
 protected:
  // Compares the programs of the mix; stops at the first difference.
  static void compare_all(std::uint64_t count, std::uint64_t schedules_max, bool bounded) {
    const Prng seed(Seed{from_environment("ONCELAB_CLASSES_SEED", 1)});
    const Prng of_mix = seed.split(GetParam().name);
    Tally tally;
    for (std::uint64_t i = 0; i < count && !HasFailure(); ++i) {
      Prng random = of_mix.split(i);
      const small::Program program = random_program(GetParam(), random);
      SmallOptions options = random_options(GetParam(), random);
      options.runs_max = schedules_max;
      if (bounded) {
        options.run.spurious_max = 0;  // what the reduction within a bound does not know
      }
      for (std::uint32_t bound = 0; bound <= (bounded ? 3U : 0U) && !HasFailure(); ++bound) {
        const auto max = bounded ? std::optional(bound) : std::nullopt;
        const Agreement found = agreement(program, options, max);
        tally.add(found);
        if (!found.difference.empty()) {
          const small::Program least = small::smallest(program, [&](const small::Program& p) {
            return !agreement(p, options, max).difference.empty();
          });
          ADD_FAILURE() << "program " << i << (bounded ? ", bound " + std::to_string(bound) : "")
                        << ": " << text_of(program, options) << "\n  " << found.difference
                        << "\nsmallest: " << text_of(least, options) << "\n  "
                        << agreement(least, options, max).difference;
        }
      }
    }
    std::cout << GetParam().name << ": " << tally << "\n";
    EXPECT_GT(tally.compared, tally.programs * 8 / 10) << "too many skipped";
  }
};

TEST_P(ProgramMix, dpor_agrees_with_all_schedules) {
  compare_all(from_environment("ONCELAB_CLASSES", 150), 10'000, false);
}

TEST_P(ProgramMix, bounded_dpor_agrees_with_depth_first_search_within_the_bound) {
  compare_all(from_environment("ONCELAB_CLASSES", 40), 10'000, true);
}

INSTANTIATE_TEST_SUITE_P(Mixes, ProgramMix, testing::ValuesIn(program_mixes()),
                         [](const testing::TestParamInfo<Mix>& mix) {
                           return std::string(mix.param.name);
                         });

}  // namespace
}  // namespace oncelab::schedule
