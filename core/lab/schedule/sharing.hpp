// Sharing: how well a tree search could be shared by several processes. For benches and tests: it
// depends on their pace, and the result of an exploration does not.
#pragma once

#include <cstdint>

namespace oncelab::schedule {

class Archive;

struct Sharing {
  std::uint64_t begun = 0;      // branches, early, by copies of the process
  std::uint64_t taken = 0;      // of them: what was found counts
  std::uint64_t changed = 0;    // what was found in between changed them
  std::uint64_t lost = 0;       // the copy died, or went beyond the budget
  std::uint64_t schedules = 0;  // in those taken

  void add(const Sharing& more);
  void exchange(Archive& archive);
};

}  // namespace oncelab::schedule
