// Named programs in worlds that may go wrong, with the number of their classes, counted by hand
// where the comment says how: depth-first search, and the reduction with and without a bound, come
// to them; so do several processes that share the work.
#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <ostream>
#include <string>

#include <oncelab/core/lab/schedule/shared_search.hpp>
#include <oncelab/core/lab/schedule/world_agreement.hpp>
#include <oncelab/core/lab/schedule/world_experiment.hpp>

namespace oncelab::worlds {

struct Row {
  const char* name = "";
  std::uint64_t classes = 0;
  const char* text = "";
};

static void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

namespace {

constexpr auto rows = std::to_array<Row>({
    // Crashes. A process that is through with everything does not crash.
    {"write_or_crash_first", 2, "1: write(0,1) ; ; crashes 1"},
    // None; one; two, the second before the restart or after it.
    {"two_crashes_of_one_process", 4, "1: write(0,1) ; ; crashes 2"},
    // None; before the reading, before the writing.
    {"crash_within_an_increment", 3, "1: inc(0) ; ; crashes 1"},
    {"crash_does_not_matter_outside", 2, "1: write(0,1) | 0: write(1,1) ; ; crashes 1"},
    // Three moments as above, and the reader comes before the last writing or after it.
    {"crash_between_what_others_see", 6, "1: inc(0) | 0: read(0) ; ; crashes 1"},
    {"one_crash_of_two_processes", 3, "1: write(0,1) | 2: write(1,1) ; ; crashes 1"},
    // None; one of either; two of either, in two ways; one of each, in two orders.
    {"two_crashes_of_two_processes", 9, "1: write(0,1) | 2: write(1,1) ; ; crashes 2"},
    // None; before it neither, the first or the second client was through.
    {"two_clients_of_a_process", 4, "1: write(0,1) | 1: write(1,1) ; ; crashes 1"},
    // Two orders; after a crash the writer outside comes first, second or last of three.
    {"recovery_reads", 5, "1: write(0,1) | 0: write(0,2) ; read(0) ; crashes 1"},
    {"recovery_writes_what_a_client_read", 2, "1: read(0) ; write(0,1) ; crashes 1"},
    // What is left of what was not finished is one of two.
    {"crash_in_two_ways", 3, "1: write(0,1) ; ; crashes 1 aftermaths 2"},
    // None; before each step of the child, before the join.
    {"crash_of_a_process_with_a_thread", 5, "1: add_elsewhere(0) ; ; crashes 1"},
    {"crash_and_other_threads_wait_for_time", 2, "1: write(0,1) | 0: sleep(1) ; ; crashes 1"},
    {"crash_of_who_sleeps", 2, "1: sleep(1) ; ; crashes 1"},
    // Locks. None; before it, within it.
    {"crash_within_a_section", 3, "1: lock(0) unlock(0) ; ; crashes 1 static"},
    {"recovery_locks_what_was_held", 3,
     "1: lock(0) unlock(0) ; lock(0) unlock(0) ; crashes 1 static"},
    // Two orders. Before the crash nobody, the reader or the writer came, within the section: two
    // orders after it each; or one was through and the other had begun or not: no order is left.
    {"crash_of_a_reader_and_a_writer", 12,
     "1: share(0) unshare(0) | 1: own(0) disown(0) ; ; crashes 1 static"},
    // None; before it any set of them had read, but not all three.
    {"crash_that_ends_many", 8, "1: read(0) | 1: read(1) | 1: read(2) ; ; crashes 1"},
    // Queues. Two orders; after a crash the other comes first, second or last.
    {"crash_and_a_queue_used_outside", 5, "1: receive(0) | 0: receive(0) ; ; crashes 1"},
    // The other's place among two steps; among three, the crash being the first or the second.
    {"crash_gives_back_what_was_taken", 11,
     "1: receive(0) settle(0) | 0: receive(0) ; ; crashes 1"},
    // None; of the writer, before the receiving or after it; of the consumer.
    {"crash_of_a_process_beside_a_consumer", 4, "1: write(0,1) | 2: receive(0) ; ; crashes 1"},
    // The clock. A step that nobody sees is none.
    {"clock_step_that_nobody_sees", 1, "0: write(0,1) | 0: write(1,1) ; ; clock 2"},
    {"clock_step_before_a_reading", 2, "0: clock(0) ; ; clock 1"},
    {"clock_step_of_two_amounts", 3, "0: clock(0) ; ; clock 1 amounts 2"},
    // Those who read the new time: nobody, one, the other, both.
    {"clock_step_and_two_readers", 4, "0: clock(0) | 0: clock(0) ; ; clock 1"},
    // None; before the sleep begins, within it.
    {"clock_step_and_a_sleeper", 3, "0: sleep(1) ; ; clock 1"},
    // Up to two steps at three places, the third being that between the sleep and the reading.
    {"clock_steps_and_who_looks_after_a_sleep", 10, "0: sleep(3) clock(0) ; ; clock 2"},
    // Two orders, without the step or with one before the deadline is set; after that it ends the
    // waiting: before the section, within it, after it.
    {"clock_step_while_a_lock_is_waited_for", 7,
     "0: lock(0) unlock(0) | 0: lock_for(0,1) ; ; clock 1"},
    {"clock_step_while_a_writer_waits", 7, "0: share(0) unshare(0) | 0: own_for(0,1) ; ; clock 1"},
    // The signal comes before the waiting or ends it: without the step, or with one before the
    // deadline is set; with one after that, before or after who waits goes on and looks at the
    // clock
    // again. Or the step ends the waiting, and the signal comes last.
    {"clock_step_and_a_signal", 9, "0: wait_for(0,2) | 0: notify(0) ; ; clock 1"},
    {"clock_step_and_a_queue", 2, "0: receive(0) | 0: write(0,1) ; ; clock 1"},
    // Nothing happens. Who gave up waiting for a lock could have had it first.
    {"lock_that_is_held_for_too_long", 2, "0: lock(0) sleep(3) unlock(0) | 0: lock_for(0,1) ; ;"},
    // Crashes and the clock. Neither, either, both.
    {"crash_and_a_clock_step", 4, "1: clock(0) ; ; crashes 1 clock 1"},
    // Three places for the step, that behind all being one, if nothing or the first step crashes;
    // four if the sleep does.
    {"crash_and_a_clock_step_within_a_sleep", 10, "1: sleep(3) ; ; crashes 1 clock 1"},
    // Faults: at most one of them, three ways or two.
    {"one_fault_of_two", 4, "0: fault(0,3) | 0: fault(1,2) ; ; faults 1"},
    {"two_faults", 6, "0: fault(0,3) | 0: fault(1,2) ; ; faults 2"},
    {"fault_of_a_write_and_a_reader", 4, "0: try_write(0,1) | 0: read(0) ; ; faults 1"},
    // Two orders, three faults; a crash before the writing or not.
    {"fault_and_a_crash", 12, "1: try_write(0,1) | 0: try_read(0) ; ; crashes 1 faults 1"},
    // It comes once: three crashes, or none. Twice: four orders of what the two do; ten ways to
    // have
    // got somewhere, but not both to the end, before a crash; four orders after a crash before all.
    {"request_that_comes_twice", 22, "1: twin(0) inc(0) ; ; crashes 1 faults 1"},
    // Operations. None; before the call, before the writing, before the answer.
    {"crash_before_the_answer", 4, "1: write(0,1) ; ; crashes 1 calls whole answers"},
    // Before, after or beside the other: without a crash, and with one before the call. Two calls:
    // the other is before both, between them, beside the second, after it. A call that is never
    // answered: the other is before it or not.
    {"crash_and_operations_that_are_judged_together", 12,
     "1: write(0,1) | 0: write(1,1) ; ; crashes 1 calls each"},
    {"crash_and_operations_that_are_judged_apart", 4,
     "1: write(0,1) | 0: write(1,1) ; ; crashes 1 calls apart"},
    // No crash or that of one of two; a fault or not; the step is seen or not.
    {"everything", 12, "1: try_write(0,1) | 2: clock(0) ; ; crashes 1 clock 1 faults 1"},
});

class WorldTable : public testing::TestWithParam<Row> {};

TEST_P(WorldTable, is_explored_once_per_class) {
  const Program program = program_of(GetParam().text);
  EXPECT_EQ(text_of(program_of(text_of(program))), text_of(program));
  constexpr std::uint64_t runs_max = 20'000;
  const Agreement found = agreement(program, std::nullopt, runs_max);
  std::cout << GetParam().name << ": " << found.all << " schedules, " << found.classes
            << " classes\n";
  ASSERT_TRUE(found.compared);
  EXPECT_EQ(found.difference, "");
  EXPECT_EQ(found.classes, GetParam().classes);
  for (std::uint32_t bound = 0; bound <= 3; ++bound) {
    EXPECT_EQ(agreement(program, bound, runs_max).difference, "") << "bound " << bound;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, WorldTable, testing::ValuesIn(rows),
                         [](const testing::TestParamInfo<Row>& row) {
                           return std::string(row.param.name);
                         });

class SharedWorlds : public schedule::SharedSearch {};

TEST_F(SharedWorlds, come_to_what_one_process_comes_to) {
  constexpr std::array searches = {schedule::Search{"dpor", std::nullopt, false},
                                   schedule::Search{"dfs", std::nullopt, false},
                                   schedule::Search{"dpor", 1, false}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const Program program = program_of(row.text);
    WorldExperiment experiment(program);
    schedule::ExploreOptions options;
    options.run = run_options(program);
    options.schedules_max = 60;
    for (const schedule::Search& search : searches) {
      compare(experiment, search, options);
    }
  }
  EXPECT_GT(sharing_.taken, 500U);
}

}  // namespace
}  // namespace oncelab::worlds
