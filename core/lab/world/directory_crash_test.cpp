#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <oncelab/core/lab/world/disk.hpp>
#include <oncelab/core/lab/world/disk_outcomes.hpp>
#include <oncelab/core/lab/world/scripted_environment.hpp>

namespace oncelab::world {
namespace {

TEST(DirectoryCrash, a_rename_is_durable_after_the_directory_is_synced) {
  const auto replace = [](Disk& disk) {
    disk.append("a", "old");
    disk.sync("a");
    disk.append("tmp", "new");
    disk.sync("tmp");
    disk.rename("tmp", "a");
    disk.sync("a");
  };
  EXPECT_EQ(after_crash(all_crashes, replace), (Outcomes{"a=new", "a=old tmp=new"}));
  EXPECT_EQ(after_crash(all_crashes,
                        [&](Disk& disk) {
                          replace(disk);
                          disk.sync_directory();
                        }),
            (Outcomes{"a=new"}));
}

TEST(DirectoryCrash, replacing_by_what_was_not_synced_may_leave_an_empty_file) {
  const auto replace = [](Disk& disk) {
    disk.append("a", "old");
    disk.sync("a");
    disk.append("tmp", "N");
    disk.rename("tmp", "a");
  };
  EXPECT_EQ(after_crash(all_crashes, replace),
            (Outcomes{"a=N", "a=", "a=old tmp=N", "a=old tmp="}));
}

TEST(DirectoryCrash, a_removal_is_durable_after_the_directory_is_synced) {
  const auto program = [](Disk& disk) {
    disk.append("a", "1");
    disk.remove("a");
  };
  EXPECT_EQ(after_crash(all_crashes, program), (Outcomes{"", "a=1", "a="}))
      << "nothing is asked about the bytes of a file that is gone";
  EXPECT_EQ(after_crash(all_crashes,
                        [&](Disk& disk) {
                          program(disk);
                          disk.sync_directory();
                        }),
            (Outcomes{""}));
}

TEST(DirectoryCrash, a_failed_sync_of_the_directory_leaves_a_rename_doubtful) {
  ScriptedEnvironment environment;
  environment.script = {1, 0, 1};
  Disk disk(environment, {.faults = {.sync_error = true}});
  disk.append("a", "");
  disk.rename("a", "b");
  EXPECT_EQ(disk.sync_directory(), DiskError::io_error);
  EXPECT_EQ(disk.sync_directory(), DiskError::none);
  disk.crash();
  EXPECT_EQ(all_of(disk), "a=");
}

TEST(DirectoryCrash, a_new_file_under_a_name_in_use_before_is_lost_with_what_freed_the_name) {
  const auto rotate = [](Disk& disk) {
    disk.append("a", "1");
    disk.sync("a");
    disk.rename("a", "b");
    disk.append("a", "2");
  };
  EXPECT_EQ(after_crash(all_crashes, rotate), (Outcomes{"a=2 b=1", "a= b=1", "a=1"}));
  const auto synced = [&](Disk& disk) {
    rotate(disk);
    disk.sync("a");
  };
  EXPECT_EQ(after_crash(all_crashes, synced), (Outcomes{"a=2 b=1"}))
      << "a synced file must be found";
}

TEST(DirectoryCrash, what_a_synced_file_needs_is_certain_however_indirectly) {
  const auto program = [](Disk& disk) {
    for (const char* name : {"a", "b", "c"}) {
      disk.append(name, name);
      disk.sync(name);
    }
    disk.remove("c");
    disk.rename("b", "c");
    disk.rename("a", "tmp");  // nothing to do with it
    disk.append("b", "new");
    disk.sync("b");
  };
  EXPECT_EQ(after_crash(all_crashes, program), (Outcomes{"b=new c=b tmp=a", "a=a b=new c=b"}));
}

TEST(DirectoryCrash, a_synced_file_does_not_make_certain_what_it_does_not_need) {
  const auto moved_on = [](Disk& disk) {
    disk.append("tmp", "1");
    disk.sync("tmp");
    disk.rename("tmp", "a");
    disk.rename("a", "b");
    disk.append("a", "2");
    disk.sync("a");
    disk.rename("b", "c");
  };
  ScriptedEnvironment environment;
  Disk disk(environment, {});
  moved_on(disk);
  disk.crash();
  EXPECT_EQ(environment.asked, (std::vector<unsigned>{2, 2})) << "the first and the last rename";
  EXPECT_EQ(after_crash(all_crashes, moved_on),
            (Outcomes{"a=2 b=1", "a=2 b=1", "a=2 c=1", "a=2 c=1"}));
  EXPECT_EQ(after_crash(all_crashes,
                        [](Disk& other) {
                          other.append("a", "1");
                          other.sync("a");
                          other.rename("a", "b");
                          other.append("tmp", "2");
                          other.sync("tmp");
                        }),
            (Outcomes{"b=1 tmp=2", "a=1 tmp=2"}));
}

// Every sequence of four changes among three names: a crash never loses a synced file that the
// program did not remove or replace, and leaves every file at most one name.
TEST(DirectoryCrash, no_synced_file_is_lost_that_was_not_removed_or_replaced) {
  constexpr std::array<const char*, 3> names = {"a", "b", "c"};
  constexpr unsigned kinds = 12;  // create x3, remove x3, rename x6
  ScriptedEnvironment script;     // goes through the programs
  unsigned programs = 0;
  do {
    std::vector<unsigned> program;
    for (int i = 0; i < 4; ++i) {
      program.push_back(script.aftermath(kinds));
    }
    ++programs;
    ScriptedEnvironment environment;
    do {
      Disk disk(environment, {});
      std::set<std::string> present;  // contents say which file it is
      int created = 0;
      const auto create = [&](const char* name) {
        const std::string contents = std::to_string(created++);
        disk.append(name, contents);
        disk.sync(name);
        present.insert(contents);
      };
      create("a");
      create("b");
      for (const unsigned change : program) {
        const char* name = names.at(change % 3);
        const char* other = names.at((change + (change < 9 ? 1 : 2)) % 3);
        if (change < 3) {
          if (!disk.has(name)) {
            create(name);
          }
        } else if (disk.has(name)) {
          present.erase(std::string(disk.contents(change < 6 ? name : other)));
          change < 6 ? disk.remove(name) : disk.rename(name, other);
        }
      }
      disk.crash();
      std::multiset<std::string> found;
      for (const char* name : names) {
        if (disk.has(name)) {
          found.insert(std::string(disk.contents(name)));
        }
      }
      EXPECT_TRUE(std::ranges::includes(found, present)) << testing::PrintToString(program);
      EXPECT_EQ(found.size(), std::set<std::string>(found.begin(), found.end()).size())
          << testing::PrintToString(program);
    } while (environment.next() && !testing::Test::HasFailure());
  } while (script.next() && !testing::Test::HasFailure());
  EXPECT_EQ(programs, 12U * 12 * 12 * 12);
}

}  // namespace
}  // namespace oncelab::world
