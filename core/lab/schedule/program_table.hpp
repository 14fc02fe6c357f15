// For tests: a table of named small programs and what exploring each of them comes to.
//
// Every program ends on every schedule. The counts were written down when depth-first search, the
// partial-order reduction and the second definition of equivalence (classes.hpp) agreed on them: a
// count that differs is a change of the explorer, of the runtime's steps or of a program.
#pragma once

#include <cstdint>
#include <vector>

#include <oncelab/core/lab/schedule/classes.hpp>
#include <oncelab/core/lab/schedule/small_program.hpp>

namespace oncelab::schedule {

enum class Marks : std::uint8_t {
  none,
  operations,  // each instruction of a client is an operation of its own
  partitions,  // the same, and the operations of each client are judged apart
};

struct TableProgram {
  small::Program program;
  std::uint64_t schedules = 0;
  std::uint64_t classes = 0;
  /// Can it be written in C with POSIX mutexes, seq_cst atomics and threads, so that another
  /// tool's count of executions can be compared? Not with marks, nor with what happens
  /// for no cause: other tools have none.
  bool comparable = false;
  Marks marks = Marks::none;
  std::uint32_t spurious = 0;  // wake-ups and failures for no cause that may happen
};

[[nodiscard]] const std::vector<TableProgram>& program_table();
[[nodiscard]] SmallOptions options_of(const TableProgram& entry);

}  // namespace oncelab::schedule
