// Small programs: a tree search that several processes share comes to what one process comes to.
#include <gtest/gtest.h>

#include <oncelab/core/lab/schedule/program_table.hpp>
#include <oncelab/core/lab/schedule/program_text.hpp>
#include <oncelab/core/lab/schedule/random_program.hpp>
#include <oncelab/core/lab/schedule/shared_search.hpp>

namespace oncelab::schedule {
namespace {

class SharedPrograms : public SharedSearch {};

TEST_F(SharedPrograms, is_the_same_for_every_program_of_the_table) {
  for (const TableProgram& entry : program_table()) {
    SCOPED_TRACE(entry.program.name);
    const SmallOptions options = options_of(entry);
    const auto experiment = experiment_of(entry.program, options);
    ExploreOptions of_runs;
    of_runs.run = options.run;
    of_runs.schedules_max = 400;
    compare(*experiment, every_class, of_runs);
    if (entry.schedules <= 100) {
      for (const Search& search : searches()) {
        compare(*experiment, search, of_runs);
      }
    }
  }
  EXPECT_GT(sharing_.taken, 100U);
}

TEST_F(SharedPrograms, is_the_same_for_random_programs) {
  for (std::uint64_t i = 0; i < 30; ++i) {
    Prng random = Prng(Seed{5}).split(i);
    const small::Program program =
        i % 4 == 0 ? random_timed_program(random) : random_program(random);
    SCOPED_TRACE(small::text_of(program));
    SmallOptions options = random_options(random);
    options.run.spurious_max = static_cast<std::uint32_t>(random.below(2));
    const auto experiment = experiment_of(program, options);
    ExploreOptions of_runs;
    of_runs.run = options.run;
    of_runs.schedules_max = 150;
    for (const Search& search : searches()) {
      compare(*experiment, search, of_runs);
    }
  }
  EXPECT_GT(sharing_.taken, 500U);
}

}  // namespace
}  // namespace oncelab::schedule
