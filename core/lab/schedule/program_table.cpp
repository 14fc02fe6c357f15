#include <oncelab/core/lab/schedule/program_table.hpp>

#include <array>

#include <oncelab/core/lab/schedule/program_text.hpp>

namespace oncelab::schedule {

namespace {

constexpr bool yes = true;
constexpr bool no = false;

struct Row {
  const char* name = "";
  std::uint64_t schedules = 0;
  std::uint64_t classes = 0;
  bool comparable = false;
  Marks marks = Marks::none;
  const char* text = "";
  unsigned clients = 0;  // 0: all threads
  std::uint32_t spurious = 0;
};

constexpr auto rows = std::to_array<Row>({
    // Atomics
    {"one_thread", 1, 1, yes, Marks::none, "store(0,1) load(0)"},
    {"stores_apart", 2, 1, yes, Marks::none, "store(0,1) | store(1,1)"},
    {"stores_to_one", 2, 2, yes, Marks::none, "store(0,1) | store(0,2)"},
    {"store_buffering", 6, 3, yes, Marks::none, "store(0,1) load(1) | store(1,1) load(0)"},
    {"load_buffering", 6, 3, yes, Marks::none, "load(0) store(1,1) | load(1) store(0,1)"},
    {"message_passing", 6, 3, yes, Marks::none, "store(0,1) store(1,1) | load(1) load(0)"},
    {"independent_reads_of_independent_writes", 180, 15, yes, Marks::none,
     "store(0,1) | store(1,1) | load(0) load(1) | load(1) load(0)"},
    {"reads_commute", 20, 1, yes, Marks::none, "load(0) load(0) load(0) | load(0) load(0) load(0)"},
    {"readers_and_one_write", 24, 8, yes, Marks::none, "load(0) | load(0) | load(0) | store(0,1)"},
    {"reads_then_a_common_place", 630, 8, yes, Marks::none,
     "store(0,1) | load(1) load(0) | load(2) load(0) | load(3) load(0)"},
    {"chain_of_four", 630, 8, yes, Marks::none,
     "store(0,1) | load(0) store(1,1) | load(1) store(2,1) | load(2) store(3,1)"},
    {"three_adds", 6, 6, yes, Marks::none, "add(0,1) | add(0,2) | add(0,4)"},
    {"adds_twice_each", 6, 6, yes, Marks::none, "add(0,1) add(0,2) | add(0,4) add(0,8)"},
    {"adds_apart", 30, 1, yes, Marks::none, "add(0,1) add(0,1) | add(1,1) add(1,1) | add(2,1)"},
    {"lost_update", 6, 4, yes, Marks::none, "load(0) store(0,1) | load(0) store(0,2)"},
    {"flags_then_counter", 20, 6, yes, Marks::none,
     "store(0,1) load(1) add(2,1) | store(1,1) load(0) add(2,2)"},
    {"exchanges", 6, 6, yes, Marks::none, "exchange(0,1) exchange(0,2) | exchange(0,3) load(0)"},
    {"writes_seen_twice", 30, 18, yes, Marks::none,
     "store(0,1) store(0,2) | load(0) load(0) | load(0)"},
    // Compare-exchange, loops written as attempts
    {"cas_once_each", 6, 3, yes, Marks::none, "cas(0,0,1) | cas(0,0,2) | cas(0,0,3)"},
    {"cas_two_attempts", 6, 6, yes, Marks::none, "cas(0,0,1) cas(0,1,2) | cas(0,0,1) cas(0,1,2)"},
    {"cas_after_a_store", 12, 8, yes, Marks::none, "store(0,1) | cas(0,1,2) load(0) | cas(0,1,3)"},
    {"cas_as_a_lock", 20, 8, yes, Marks::none,
     "cas(0,0,1) cas(0,0,1) store(0,0) | cas(0,0,1) load(1) store(0,0)"},
    {"cas_three_attempts", 20, 20, yes, Marks::none,
     "cas(0,0,1) cas(0,1,2) cas(0,2,3) | cas(0,0,1) cas(0,1,2) cas(0,2,3)"},
    {"cas_fails_after_a_read", 12, 8, yes, Marks::none,
     "load(0) cas(0,1,2) | cas(0,0,1) | load(0)"},
    {"cas_on_two_places", 6, 3, yes, Marks::none, "cas(0,0,1) cas(1,0,1) | cas(1,0,2) cas(0,0,2)"},
    {"cas_after_two_stores", 12, 12, yes, Marks::none,
     "store(0,2) store(0,2) | cas(0,2,2) | cas(0,0,2)"},
    {"cas_enables_another", 120, 6, yes, Marks::none,
     "store(0,2) | cas(0,2,1) try_lock(0) | store(1,1) | cas(0,0,1)"},
    {"cas_longer_and_shorter_plans", 12, 6, yes, Marks::none,
     "cas(0,0,2) | cas(0,1,1) cas(0,0,2) | load(0)"},
    {"cas_fails_before_readers", 24, 13, yes, Marks::none,
     "store(0,2) | cas(0,2,1) | load(0) | load(0)"},
    {"cas_fails_between_readers", 24, 13, yes, Marks::none,
     "store(0,2) | load(0) | cas(0,2,1) | load(0)"},
    {"cas_after_stores_and_a_reader", 180, 35, yes, Marks::none,
     "cas(0,0,1) load(1) | store(0,2) store(0,2) | cas(0,1,1) | load(0)"},
    // Mutexes
    {"sections_of_two", 2, 2, yes, Marks::none,
     "lock(0) add(0,1) unlock(0) | lock(0) add(0,2) unlock(0)"},
    {"sections_of_three", 6, 6, yes, Marks::none,
     "lock(0) add(0,1) unlock(0) | lock(0) add(0,2) unlock(0) | lock(0) unlock(0)"},
    {"sections_of_four", 24, 24, yes, Marks::none,
     "lock(0) unlock(0) | lock(0) unlock(0) | lock(0) unlock(0) | lock(0) unlock(0)"},
    {"sections_twice_each", 6, 6, yes, Marks::none,
     "lock(0) unlock(0) lock(0) unlock(0) | lock(0) unlock(0) lock(0) unlock(0)"},
    {"mutexes_apart", 90, 1, yes, Marks::none,
     "lock(0) unlock(0) | lock(1) unlock(1) | lock(2) unlock(2)"},
    {"nested_in_one_order", 2, 2, yes, Marks::none,
     "lock(0) lock(1) unlock(1) unlock(0) | lock(0) lock(1) unlock(1) unlock(0)"},
    {"nested_and_single", 26, 4, yes, Marks::none,
     "lock(0) lock(1) unlock(1) unlock(0) | lock(1) unlock(1) | lock(0) unlock(0)"},
    {"hand_over_hand", 4, 2, yes, Marks::none,
     "lock(0) lock(1) unlock(0) unlock(1) | lock(0) lock(1) unlock(0) unlock(1)"},
    {"section_and_a_place_outside", 11, 3, yes, Marks::none,
     "lock(0) unlock(0) store(0,1) | load(0) lock(0) unlock(0)"},
    {"section_read_outside", 18, 6, yes, Marks::none,
     "lock(0) load(0) store(0,1) unlock(0) | lock(0) load(0) store(0,2) unlock(0) | load(0)"},
    {"try_lock_against_a_section", 10, 5, yes, Marks::none,
     "lock(0) add(0,1) unlock(0) | try_lock(0) load(0)"},
    {"try_lock_of_three", 24, 21, yes, Marks::none, "try_lock(0) | try_lock(0) | try_lock(0)"},
    {"try_lock_twice_each", 26, 26, yes, Marks::none,
     "try_lock(0) try_lock(0) | try_lock(0) try_lock(0)"},
    {"try_lock_and_two_sections", 10, 10, yes, Marks::none,
     "lock(0) unlock(0) | lock(0) unlock(0) | try_lock(0)"},
    // Shared mutexes
    {"readers_commute", 90, 1, no, Marks::none,
     "read_lock(0) read_unlock(0) | read_lock(0) read_unlock(0) | read_lock(0) read_unlock(0)"},
    {"two_readers_and_a_writer", 42, 4, no, Marks::none,
     "read_lock(0) load(0) read_unlock(0) | read_lock(0) load(0) read_unlock(0) | write_lock(0) "
     "store(0,1) write_unlock(0)"},
    {"three_readers_and_a_writer", 216, 8, no, Marks::none,
     "read_lock(0) read_unlock(0) | read_lock(0) read_unlock(0) | read_lock(0) read_unlock(0) | "
     "write_lock(0) write_unlock(0)"},
    {"reader_twice_and_a_writer", 3, 3, no, Marks::none,
     "read_lock(0) read_unlock(0) read_lock(0) read_unlock(0) | write_lock(0) write_unlock(0)"},
    {"two_writers_and_a_reader", 6, 6, no, Marks::none,
     "write_lock(0) write_unlock(0) | write_lock(0) write_unlock(0) | read_lock(0) load(0) "
     "read_unlock(0)"},
    {"ordered_readers_and_a_writer", 42, 6, no, Marks::none,
     "read_lock(0) add(0,1) read_unlock(0) | read_lock(0) add(0,2) read_unlock(0) | write_lock(0) "
     "write_unlock(0)"},
    {"try_read_against_a_writer", 6, 6, no, Marks::none,
     "write_lock(0) write_unlock(0) | try_read(0) try_read(0)"},
    {"try_write_against_readers", 30, 9, no, Marks::none,
     "read_lock(0) read_unlock(0) | read_lock(0) read_unlock(0) | try_write(0)"},
    {"tries_of_all_kinds", 16, 15, no, Marks::none,
     "try_read(0) | try_write(0) | write_lock(0) write_unlock(0)"},
    {"try_reads_and_try_writes", 36, 12, no, Marks::none,
     "try_read(0) try_write(0) | try_read(0) try_write(0)"},
    {"tries_beside_a_section", 16800, 20, no, Marks::none,
     "store(1,1) try_read(0) | lock(1) store(1,2) unlock(1) | cas(1,0,1) | load(1) try_write(1)"},
    // Condition variables
    {"wait_for_a_flag", 5, 2, no, Marks::none,
     "wait_until(0,1) | lock(0) store(0,1) unlock(0) notify_one(0)"},
    {"notified_under_the_mutex", 2, 2, no, Marks::none,
     "wait_until(0,1) load(1) | lock(0) store(0,1) notify_one(0) store(1,1) unlock(0)"},
    {"two_wait_notify_all", 28, 10, no, Marks::none,
     "wait_until(0,1) | wait_until(0,1) | lock(0) store(0,1) unlock(0) notify_all(0)"},
    {"two_wait_notify_one_twice", 134, 14, no, Marks::none,
     "wait_until(0,1) | wait_until(0,1) | lock(0) store(0,1) unlock(0) notify_one(0) "
     "notify_one(0)"},
    {"notified_in_turn", 154, 28, no, Marks::none,
     "wait_until(0,1) notify_one(0) | wait_until(0,1) notify_one(0) | lock(0) store(0,1) unlock(0) "
     "notify_one(0)"},
    {"signals_without_waiters", 6, 2, no, Marks::none,
     "notify_one(0) | notify_all(0) | notify_one(1)"},
    {"flags_of_two_conditions", 88, 4, no, Marks::none,
     "wait_until(0,1) lock(1) store(1,1) unlock(1) notify_all(1) | lock(0) store(0,1) unlock(0) "
     "notify_all(0) wait_until(1,1)"},
    {"a_single_wait", 8, 1, no, Marks::none,
     "lock(0) spawn(1) wait_held(0) load(0) unlock(0) join(1) | lock(0) store(0,1) unlock(0) "
     "notify_one(0)",
     1},
    {"a_waiter_between_two_threads", 208, 1, no, Marks::none,
     "lock(1) spawn(1) lock(0) spawn(2) wait_held(0) add(0,1) unlock(0) unlock(1) join(1) join(2) "
     "| lock(1) unlock(1) | lock(0) notify_all(0) unlock(0)",
     1},
    {"one_of_two_waiters_is_chosen", 800, 4, no, Marks::none,
     "lock(0) spawn(1) wait_held(0) load(1) unlock(0) join(1) join(2) | lock(0) spawn(2) "
     "wait_held(0) store(1,1) unlock(0) | lock(0) notify_one(0) unlock(0) notify_one(0)",
     1},
    {"signal_passed_on", 180, 2, no, Marks::none,
     "lock(0) spawn(1) wait_held(0) notify_one(0) unlock(0) join(1) join(2) | lock(0) spawn(2) "
     "wait_held(0) notify_one(0) unlock(0) | lock(0) notify_one(0) unlock(0)",
     1},
    // Call_once
    {"once_of_two", 2, 2, no, Marks::none, "call_once(0,1) | call_once(0,2)"},
    {"once_of_three", 6, 3, no, Marks::none, "call_once(0,1) | call_once(0,2) | call_once(0,4)"},
    {"once_then_read", 42, 4, no, Marks::none,
     "call_once(0,1) load(0) | call_once(0,2) load(0) | load(0)"},
    {"once_apart", 20, 1, no, Marks::none, "call_once(0,1) | call_once(1,1)"},
    {"once_twice_each", 42, 3, no, Marks::none,
     "call_once(0,1) call_once(1,1) | call_once(1,2) call_once(0,2)"},
    // Threads created and joined
    {"spawn_and_join", 4, 2, yes, Marks::none,
     "store(0,1) spawn(1) add(0,2) join(1) load(0) | add(0,4)", 1},
    {"spawn_two", 224, 6, yes, Marks::none,
     "spawn(1) spawn(2) load(0) join(2) join(1) load(0) | add(0,1) | add(0,2)", 1},
    {"two_clients_spawn", 4032, 24, yes, Marks::none,
     "spawn(2) add(0,1) join(2) | spawn(3) add(0,2) join(3) | load(0) | store(0,5)", 2},
    {"spawn_with_the_mutex_held", 3, 1, yes, Marks::none,
     "lock(0) spawn(1) add(0,1) unlock(0) join(1) | lock(0) add(0,2) unlock(0)", 1},
    {"spawn_in_a_chain", 32, 6, yes, Marks::none,
     "spawn(1) load(0) join(1) load(0) | spawn(2) add(0,1) join(2) | add(0,2)", 1},
    {"one_joins_before_the_other", 1, 1, yes, Marks::none,
     "spawn(1) join(1) spawn(2) join(2) load(0) | add(0,1) | add(0,2)", 1},
    // Waiting on the value of an atomic
    {"std_wait_that_is_over", 19, 4, no, Marks::none,
     "store(0,1) futex_wait(0,0) | futex_notify(0) load(0)"},
    {"std_wait_of_two_over", 1428, 9, no, Marks::none,
     "store(0,1) futex_wait(0,0) | futex_wait(1,1) add(0,1) | futex_notify(0)"},
    {"sys_wait_and_wake", 3, 2, no, Marks::none, "sys_wait(0,0) | store(0,1) sys_wake(0,1)"},
    {"two_sys_wait_wake_all", 16, 5, no, Marks::none,
     "sys_wait(0,0) | sys_wait(0,0) | store(0,1) sys_wake(0,9)"},
    {"two_sys_wait_wake_one_twice", 220, 14, no, Marks::none,
     "sys_wait(0,0) load(1) | sys_wait(0,0) store(1,1) | store(0,1) sys_wake(0,1) sys_wake(0,1)"},
    {"one_of_two_sys_waiters_is_chosen", 220, 14, no, Marks::none,
     "sys_wait(0,0) add(1,1) | sys_wait(0,0) add(1,2) | store(0,1) sys_wake(0,1) sys_wake(0,9)"},
    {"two_wakers_of_two_sys_waiters", 380, 29, no, Marks::none,
     "sys_wait(2,0) | sys_wait(2,0) | store(2,1) sys_wake(2,1) sys_wake(2,9) | sys_wake(2,1)"},
    {"one_of_three_sys_waiters_is_chosen", 8898, 71, no, Marks::none,
     "sys_wait(2,0) | sys_wait(2,0) load(1) | cas(1,1,2) sys_wait(2,0) | store(2,1) sys_wake(2,1) "
     "add(1,1) sys_wake(2,9)"},
    {"sys_wakes_without_waiters", 12, 4, no, Marks::none,
     "sys_wake(0,1) store(0,1) | sys_wake(0,1) | load(0)"},
    {"sys_wait_after_a_change", 6, 4, no, Marks::none,
     "store(0,1) sys_wait(0,0) | add(0,1) load(0)"},
    {"sys_wait_woken_late", 82, 8, no, Marks::none,
     "sys_wait(2,0) load(1) | store(2,1) sys_wake(2,1) | store(1,1) sys_wake(2,9)"},
    {"sys_wait_and_three_wakes", 272, 16, no, Marks::none,
     "sys_wait(2,0) load(1) | store(2,1) sys_wake(2,1) | sys_wake(2,1) store(1,1) sys_wake(2,9)"},
    // Marks of operations
    {"operations_without_a_common_place", 6, 6, no, Marks::operations,
     "load(0) load(0) | load(1) load(1)"},
    {"operations_of_three", 6, 6, no, Marks::operations, "load(0) | load(1) | load(2)"},
    {"partitions_keep_them_apart", 6, 1, no, Marks::partitions,
     "load(0) load(0) | load(1) load(1)"},
    {"operations_of_two_steps", 6, 3, no, Marks::operations, "try_lock(0) | try_lock(1)"},
    {"operations_on_one_place", 6, 6, no, Marks::operations, "add(0,1) load(0) | add(0,2) load(0)"},
    {"partitions_on_one_place", 6, 3, no, Marks::partitions,
     "store(0,1) load(0) | load(0) load(0)"},
    {"operations_with_a_mutex", 10, 10, no, Marks::operations,
     "lock(0) unlock(0) | lock(0) unlock(0) | load(0)"},
    {"operations_try_lock_fails", 6, 6, no, Marks::operations,
     "lock(0) unlock(0) | try_lock(0) load(0)"},
    {"operations_cas", 6, 6, no, Marks::operations,
     "cas(0,0,1) cas(0,1,2) | cas(0,0,1) cas(0,1,2)"},
    {"operations_once", 2, 2, no, Marks::operations, "call_once(0,1) | call_once(0,2)"},
    {"operations_wait_for_a_flag", 5, 4, no, Marks::operations,
     "wait_until(0,1) | lock(0) store(0,1) unlock(0) notify_one(0)"},
    {"partitions_wait_for_a_flag", 5, 2, no, Marks::partitions,
     "wait_until(0,1) | lock(0) store(0,1) unlock(0) notify_one(0)"},
    {"operations_with_a_spawned_thread", 10, 2, no, Marks::operations,
     "spawn(1) load(0) join(1) | store(0,1)", 1},
    {"operations_that_read_and_write", 14, 4, no, Marks::partitions,
     "read_lock(0) read_unlock(0) | read_lock(0) read_unlock(0) | write_lock(0) write_unlock(0)"},
    {"operations_leave_sections_open", 44, 44, no, Marks::operations,
     "read_lock(0) read_lock(1) cas(0,0,1) read_unlock(1) read_unlock(0) | write_lock(0) add(0,1) "
     "write_unlock(0) | read_lock(0) read_unlock(0)"},
    {"operations_end_early_or_late", 210, 58, no, Marks::operations,
     "try_write(1) | call_once(1,1) cas(0,0,1) | try_write(1)"},
    {"operations_with_three_tries", 714, 260, no, Marks::operations,
     "try_read(0) | try_lock(0) try_lock(0) | cas(0,1,1) try_write(0)"},
    // One wake-up or failure for no cause
    {"woken_or_awake_for_no_cause", 39, 10, no, Marks::none,
     "sys_wait(0,0) | cas(1,0,0) | store(0,1) sys_wake(0,9) cas(1,1,1)", 0, 1},
    {"try_lock_fails_for_no_cause", 5, 3, no, Marks::none, "try_lock(0) | notify_all(0)", 0, 1},
    {"awake_for_no_cause_or_by_a_try", 14, 8, no, Marks::none,
     "store(2,1) sys_wake(2,9) try_lock(0) | sys_wait(2,0)", 0, 1},
    {"try_lock_fails_for_any_cause", 95, 12, no, Marks::none,
     "wait_for(0,2) | try_lock(0) cas(0,2,0) | cas(0,0,1)", 0, 1},
    {"all_wait_and_one_wakes_for_no_cause", 30, 9, no, Marks::none,
     "wait_for(0,1) sys_wake(2,9) | sys_wait(2,0)", 0, 1},
    {"cas_weak_beside_a_load", 4, 3, no, Marks::none, "cas_weak(0,0,1) | load(1)", 0, 1},
    {"cas_weak_of_two", 6, 5, no, Marks::none, "cas_weak(0,0,1) cas_weak(0,0,1) | cas_weak(0,0,2)",
     0, 1},
});

}  // namespace

const std::vector<TableProgram>& program_table() {
  static const std::vector<TableProgram> table = [] {
    std::vector<TableProgram> all;
    for (const Row& row : rows) {
      all.push_back({small::program_of(row.name, row.text, row.clients), row.schedules, row.classes,
                     row.comparable, row.marks, row.spurious});
    }
    return all;
  }();
  return table;
}

SmallOptions options_of(const TableProgram& entry) {
  SmallOptions options;
  options.each_instruction_an_operation = entry.marks != Marks::none;
  options.one_partition_each = entry.marks == Marks::partitions;
  options.run.spurious_max = entry.spurious;
  return options;
}

}  // namespace oncelab::schedule
