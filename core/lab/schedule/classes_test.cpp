// Partial-order reduction runs every class of schedules once, as depth-first search over all
// schedules and a second definition of equivalence count them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <optional>

#include <oncelab/core/lab/schedule/bounded_dpor.hpp>
#include <oncelab/core/lab/schedule/classes.hpp>
#include <oncelab/core/lab/schedule/dfs.hpp>
#include <oncelab/core/lab/schedule/dpor.hpp>
#include <oncelab/core/lab/schedule/program_text.hpp>
#include <oncelab/core/lab/schedule/random_program.hpp>

namespace oncelab::schedule {
namespace {

using small::Do;

// How many programs: ONCELAB_CLASSES, or so many.
std::uint64_t programs(std::uint64_t otherwise) {
  const char* const given = std::getenv("ONCELAB_CLASSES");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : otherwise;
}

struct Compared {
  Classes by_all, by_classes;
};

// The reduction comes to what depth-first search comes to. Nothing: that has too much to run.
std::optional<Compared> compare(const small::Program& program, const SmallOptions& options,
                                DepthFirst all, Strategy& reduced) {
  SCOPED_TRACE(small::text_of(program));
  Compared c;
  c.by_all = run_all(program, all, options);
  if (!c.by_all.complete) {
    return std::nullopt;
  }
  c.by_classes = run_all(program, reduced, options);
  EXPECT_TRUE(c.by_classes.complete);
  EXPECT_EQ(c.by_classes.ends, c.by_all.ends);
  EXPECT_EQ(c.by_classes.names(), c.by_all.names());
  return c;
}

TEST(Dpor, agrees_with_all_schedules_of_random_programs) {
  const std::uint64_t count = programs(150);
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    Prng random = Prng(Seed{1}).split(i);
    const small::Program program = random_program(random);
    Dpor reduced({});
    const auto c = compare(program, random_options(random), DepthFirst(std::nullopt), reduced);
    if (!c) {
      continue;
    }
    ++compared;
    EXPECT_EQ(c->by_classes.runs, c->by_classes.of.size()) << small::text_of(program);
    EXPECT_EQ(c->by_classes.blocked, 0U) << small::text_of(program);
  }
  std::cout << compared << " programs compared\n";
  EXPECT_GT(compared, count * 9 / 10);
}

TEST(Dpor, agrees_with_all_schedules_of_random_programs_with_time_outs) {
  const std::uint64_t count = programs(100);
  std::uint64_t compared = 0;
  std::uint64_t runs = 0;
  std::uint64_t classes = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    Prng random = Prng(Seed{3}).split(i);
    const small::Program program = random_timed_program(random);
    SmallOptions options = random_options(random);
    options.run.spurious_max = static_cast<std::uint32_t>(random.below(2));
    Dpor reduced({.spurious = options.run.spurious_max > 0});
    if (const auto c = compare(program, options, DepthFirst(std::nullopt), reduced)) {
      ++compared;
      runs += c->by_classes.runs + c->by_classes.blocked;
      classes += c->by_all.of.size();
    }
  }
  std::cout << compared << " programs compared: " << runs << " runs for " << classes
            << " classes\n";
  EXPECT_GT(compared, count * 8 / 10);
}

TEST(Dpor, clients_with_objects_of_their_own_are_one_class) {
  small::Program program;
  for (unsigned client = 0; client < 4; ++client) {
    small::Thread thread;
    for (int operation = 0; operation < 2; ++operation) {
      thread.push_back({Do::lock, client});
      thread.push_back({Do::add, client, 1});
      thread.push_back({Do::unlock, client});
    }
    program.threads.push_back(thread);
  }
  SmallOptions options;
  options.each_instruction_an_operation = true;
  options.one_partition_each = true;
  Dpor reduced({});
  const Classes classes = run_all(program, reduced, options);
  EXPECT_TRUE(classes.complete);
  EXPECT_EQ(classes.runs, 1U);
}

TEST(BoundedDpor, a_thread_that_only_waits_is_left_for_free) {
  // Within two preemptions one class is reached only by a thread that comes early and blocks.
  small::Program program;
  program.threads = {
      {{Do::try_lock, 0}, {Do::write_lock, 0}, {Do::write_unlock, 0}},
      {{Do::try_lock, 1}, {Do::lock, 0}, {Do::cas, 1, 1, 1}, {Do::unlock, 0}},
      {{Do::try_lock, 0}, {Do::read_lock, 0}, {Do::add, 0, 1}, {Do::read_unlock, 0}}};
  SmallOptions options;
  options.each_instruction_an_operation = true;
  for (std::uint32_t bound = 0; bound <= 3; ++bound) {
    SCOPED_TRACE(bound);
    BoundedDpor reduced(bound, {});
    EXPECT_TRUE(compare(program, options, DepthFirst(bound), reduced));
  }
}

TEST(BoundedDpor, a_lock_that_is_held_where_a_block_begins_is_asked_for_before_it_was_taken) {
  // A section goes on in another block than it began in, because its thread waits within it.
  for (const char* const text :
       {"store(2,1) sys_wake(2,9) | lock(0) sys_wait(2,0) unlock(0) lock(0) unlock(0) | "
        "lock(0) unlock(0)",
        "lock(0) sys_wait(2,0) unlock(0) | store(2,1) sys_wake(2,9) lock(0) unlock(0) try_lock(1) "
        "| lock(1) lock(0) unlock(0) unlock(1)"}) {
    for (std::uint32_t bound = 0; bound <= 3; ++bound) {
      SCOPED_TRACE(bound);
      BoundedDpor reduced(bound, {});
      EXPECT_TRUE(compare(small::program_of("", text, 0), {}, DepthFirst(bound), reduced));
    }
  }
}

TEST(BoundedDpor, finds_a_deadlock_within_the_bound) {
  const small::Program program = small::program_of(
      "",
      "lock(1) sys_wait(2,0) unlock(1) | store(2,1) sys_wake(2,9) lock(1) lock(0) unlock(0) "
      "unlock(1) | lock(0) lock(1) unlock(1) unlock(0)",
      0);
  BoundedDpor reduced(0, {});
  EXPECT_TRUE(run_all(program, reduced, {}).failed);
}

TEST(BoundedDpor, agrees_with_depth_first_search_within_the_bound) {
  const std::uint64_t count = programs(60);
  std::uint64_t compared = 0;
  std::uint64_t runs = 0;
  std::uint64_t runs_of_all = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    Prng random = Prng(Seed{2}).split(i);
    const small::Program program = random_program(random);
    const SmallOptions options = random_options(random);
    for (std::uint32_t bound = 0; bound <= 3; ++bound) {
      SCOPED_TRACE(bound);
      BoundedDpor reduced(bound, {});
      if (const auto c = compare(program, options, DepthFirst(bound), reduced)) {
        ++compared;
        runs += c->by_classes.runs;
        runs_of_all += c->by_all.runs;
      }
    }
  }
  std::cout << compared << " compared: " << runs << " runs for " << runs_of_all << " schedules\n";
  EXPECT_GT(compared, count * 3);
}

}  // namespace
}  // namespace oncelab::schedule
