// What a disk can look like after a crash: every way through the choices. For tests.
#pragma once

#include <functional>
#include <set>
#include <string>

#include <oncelab/core/lab/world/disk.hpp>
#include <oncelab/core/lab/world/scripted_environment.hpp>

namespace oncelab::world {

using Outcomes = std::multiset<std::string>;

inline constexpr CrashOptions all_crashes = {.torn = true, .reordered = true};
inline constexpr CrashOptions prefixes = {.torn = false, .reordered = false};

inline std::string all_of(const Disk& disk) {
  std::string all;
  for (const char* name : {"a", "b", "c", "tmp"}) {
    if (disk.has(name)) {
      all += (all.empty() ? "" : " ") + std::string(name) + "=" + std::string(disk.contents(name));
    }
  }
  return all;
}

// What each way through the choices of a crash leaves.
inline Outcomes after_crash(const CrashOptions& crash, const std::function<void(Disk&)>& program,
                            const DiskFaults& faults = {}) {
  Outcomes outcomes;
  ScriptedEnvironment environment;
  do {
    Disk disk(environment, {.faults = faults, .crash = crash});
    program(disk);
    disk.crash();
    outcomes.insert(all_of(disk));
    disk.crash();
  } while (environment.next());
  return outcomes;
}

}  // namespace oncelab::world
