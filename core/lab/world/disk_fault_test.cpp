#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <oncelab/core/lab/world/disk.hpp>
#include <oncelab/core/lab/world/scripted_environment.hpp>

namespace oncelab::world {
namespace {

using Operation = std::function<DiskError(Disk&)>;

const std::vector<std::pair<std::string, Operation>>& changes_of_the_disk() {
  static const std::vector<std::pair<std::string, Operation>> changes = {
      {"append", [](Disk& disk) { return disk.append("a", "xy"); }},
      {"append to a new file", [](Disk& disk) { return disk.append("new", "xy"); }},
      {"write_at", [](Disk& disk) { return disk.write_at("a", 1, "xy"); }},
      {"truncate", [](Disk& disk) { return disk.truncate("a", 1); }},
      {"rename", [](Disk& disk) { return disk.rename("a", "b"); }},
      {"remove", [](Disk& disk) { return disk.remove("a"); }},
      {"sync", [](Disk& disk) { return disk.sync("a"); }},
      {"sync_directory", [](Disk& disk) { return disk.sync_directory(); }},
  };
  return changes;
}

// "a" is in part unsynced, and so is a removal.
void fill(Disk& disk) {
  disk.append("gone", "ggg");
  disk.append("a", "12");
  disk.sync("a");
  disk.sync("gone");
  disk.remove("gone");
  disk.append("a", "34");
}

std::string all_of(const Disk& disk) {
  std::string all;
  for (const char* name : {"a", "b", "gone", "new"}) {
    all += disk.has(name) ? std::string(name) + "=" + std::string(disk.contents(name)) + " " : "";
  }
  return all;
}

// All that a disk after `operation` can be now and after a crash, with every choice in between.
std::set<std::string> futures(const DiskOptions& options,
                              const std::function<void(Disk&, ScriptedEnvironment&)>& operation) {
  std::set<std::string> seen;
  ScriptedEnvironment environment;
  do {
    Disk disk(environment, options);
    fill(disk);
    operation(disk, environment);
    const std::string now = all_of(disk);
    disk.crash();
    seen.insert(now + "-> " + all_of(disk));
  } while (environment.next());
  return seen;
}

// How a write to a new file can end, in the order of the choices.
std::vector<std::pair<DiskError, std::string>> ends(const DiskFaults& faults) {
  std::vector<std::pair<DiskError, std::string>> seen;
  ScriptedEnvironment environment;
  do {
    Disk disk(environment, {.faults = faults});
    const DiskError error = disk.append("b", "x");
    seen.emplace_back(error, all_of(disk));
  } while (environment.next());
  return seen;
}

TEST(DiskFault, a_write_fails_before_or_after_it_took_effect) {
  using Ends = std::vector<std::pair<DiskError, std::string>>;
  const std::pair<DiskError, std::string> good = {DiskError::none, "b=x "};
  const std::pair<DiskError, std::string> full = {DiskError::no_space, ""};
  const std::pair<DiskError, std::string> before = {DiskError::io_error, ""};
  const std::pair<DiskError, std::string> after = {DiskError::io_error, "b=x "};
  EXPECT_EQ(ends({}), (Ends{good}));
  EXPECT_EQ(ends({.no_space = true}), (Ends{good, full}));
  EXPECT_EQ(ends({.change_error = true}), (Ends{good, before, after}));
  EXPECT_EQ(ends({.no_space = true, .change_error = true}), (Ends{good, full, before, after}));
}

TEST(DiskFault, a_rename_fails_before_or_after_it_took_effect) {
  ScriptedEnvironment environment;
  std::vector<std::pair<DiskError, std::string>> seen;
  for (unsigned way = 0; way < 3; ++way) {
    environment.asked.clear();
    environment.script = {0, way};
    Disk disk(environment, {.faults = {.no_space = true, .change_error = true}});
    disk.append("a", "1");
    const DiskError error = disk.rename("a", "b");
    seen.emplace_back(error, all_of(disk));
  }
  const std::vector<std::pair<DiskError, std::string>> expected = {
      {DiskError::none, "b=1 "}, {DiskError::io_error, "a=1 "}, {DiskError::io_error, "b=1 "}};
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(environment.asked, (std::vector<unsigned>{4, 3})) << "a rename needs no space";
}

TEST(DiskFault, a_step_that_does_not_return_changes_nothing) {
  const auto untouched = futures({}, [](Disk&, ScriptedEnvironment&) {});
  EXPECT_EQ(untouched.size(), 6U) << "removal kept or not, the write kept, lost or torn";
  for (const auto& [name, operation] : changes_of_the_disk()) {
    EXPECT_EQ(untouched, futures({},
                                 [&](Disk& disk, ScriptedEnvironment& environment) {
                                   environment.crash_at_next_step = true;
                                   EXPECT_THROW(operation(disk), ScriptedEnvironment::Crashed);
                                   environment.crash_at_next_step = false;
                                 }))
        << name;
    EXPECT_NE(untouched, futures({}, [&](Disk& disk, ScriptedEnvironment&) { operation(disk); }))
        << name;
  }
}

TEST(DiskFault, a_fault_that_does_not_return_changes_nothing) {
  for (const auto& [name, operation] : changes_of_the_disk()) {
    ScriptedEnvironment environment;
    Disk disk(environment,
              {.faults = {.no_space = true, .change_error = true, .sync_error = true}});
    fill(disk);
    const std::string before = all_of(disk);
    environment.crash_at_next_fault = true;
    EXPECT_THROW(operation(disk), ScriptedEnvironment::Crashed) << name;
    EXPECT_EQ(all_of(disk), before) << name;
    environment.asked.clear();
    environment.script.clear();
    disk.crash();
    EXPECT_EQ(environment.asked, (std::vector<unsigned>{2, 3})) << name;
  }
}

TEST(DiskFault, nothing_of_a_run_is_left_after_clear) {
  ScriptedEnvironment environment;
  Disk disk(environment, {});
  fill(disk);
  disk.rename("a", "gone");
  disk.sync_directory();
  disk.clear();
  EXPECT_EQ(all_of(disk), "");
  EXPECT_EQ(disk.used_bytes(), 0U);
  disk.append("a", "7");
  disk.crash();
  EXPECT_EQ(all_of(disk), "a=7 ");
  EXPECT_EQ(environment.asked, (std::vector<unsigned>{2})) << "nothing of the run before";
}

}  // namespace
}  // namespace oncelab::world
