// Linked with the explorer as it is, or with one rule of it changed (mutants.cmake): does the
// partial-order reduction still come to the counts of the table?
//   mutated_explorer_test changed|unchanged: 0 if it is so
#include <cstring>
#include <iostream>
#include <string>

#include <oncelab/core/lab/schedule/dpor.hpp>
#include <oncelab/core/lab/schedule/program_table.hpp>

namespace oncelab::schedule {
namespace {

// What differs from the table; empty: nothing.
std::string difference(const TableProgram& entry) {
  SmallOptions options = options_of(entry);
  options.runs_max = 4 * entry.classes + 100;
  Dpor reduced({.spurious = entry.spurious > 0});
  const Classes found = run_all(entry.program, reduced, options);
  if (found.runs == entry.classes && found.of.size() == entry.classes && found.blocked == 0 &&
      found.complete) {
    return {};
  }
  return std::string(entry.program.name) + ": " + std::to_string(found.runs) + " runs of " +
         std::to_string(found.of.size()) + " classes, " + std::to_string(found.blocked) +
         " in vain, " + (found.complete ? "complete" : "not complete") +
         "; known: " + std::to_string(entry.classes) + " classes";
}

// The number of programs that are counted differently.
unsigned differences() {
  unsigned count = 0;
  for (const TableProgram& entry : program_table()) {
    if (const std::string text = difference(entry); !text.empty()) {
      std::cout << text << "\n";
      ++count;
    }
  }
  std::cout << count << " of " << program_table().size() << " programs show a difference\n";
  return count;
}

}  // namespace
}  // namespace oncelab::schedule

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: " << arguments[0] << " changed|unchanged\n";
    return 64;
  }
  const bool expected = std::strcmp(arguments[1], "changed") == 0;
  return (oncelab::schedule::differences() != 0) == expected ? 0 : 1;
}
