#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/world/disk.hpp>
#include <oncelab/core/lab/world/disk_outcomes.hpp>
#include <oncelab/core/lab/world/scripted_environment.hpp>

namespace oncelab::world {
namespace {

// Independent of the implementation: byte by byte, the last writer that survived, else a hole.
struct Write {
  std::size_t offset;
  std::string bytes;
};
std::string survivors(const std::string& base, const std::vector<Write>& writes,
                      const std::vector<std::size_t>& kept_bytes) {
  std::map<std::size_t, char> bytes;
  for (std::size_t i = 0; i < base.size(); ++i) {
    bytes[i] = base[i];
  }
  for (std::size_t w = 0; w < writes.size(); ++w) {
    for (std::size_t i = 0; i < kept_bytes[w]; ++i) {
      bytes[writes[w].offset + i] = writes[w].bytes[i];
    }
  }
  std::string file(bytes.empty() ? 0 : bytes.rbegin()->first + 1, '\0');
  for (const auto& [at, byte] : bytes) {
    file[at] = byte;
  }
  return "a=" + file;
}

const std::vector<Write> three_writes = {{2, "CDE"}, {5, "FG"}, {1, "xyzuv"}};

void write_three(Disk& disk) {
  disk.append("a", "ab");
  disk.sync("a");
  disk.append("a", "CDE");
  disk.append("a", "FG");
  disk.write_at("a", 1, "xyzuv");
}

TEST(DiskCrash, every_subset_and_every_torn_variant_of_three_writes) {
  Outcomes expected;
  for (const std::size_t first : {3U, 0U, 1U}) {
    for (const std::size_t second : {2U, 0U, 1U}) {
      for (const std::size_t third : {5U, 0U, 2U}) {
        expected.insert(survivors("ab", three_writes, {first, second, third}));
      }
    }
  }
  EXPECT_EQ(expected.size(), 27U);
  EXPECT_EQ(after_crash(all_crashes, write_three), expected);
}

TEST(DiskCrash, every_subset_if_nothing_tears) {
  Outcomes expected;
  for (const std::size_t first : {3U, 0U}) {
    for (const std::size_t second : {2U, 0U}) {
      for (const std::size_t third : {5U, 0U}) {
        expected.insert(survivors("ab", three_writes, {first, second, third}));
      }
    }
  }
  EXPECT_EQ(after_crash({.torn = false, .reordered = true}, write_three), expected);
}

TEST(DiskCrash, every_prefix_if_nothing_is_reordered) {
  EXPECT_EQ(after_crash(prefixes, write_three),
            (Outcomes{"a=ab", "a=abCDE", "a=abCDEFG", "a=axyzuvG"}));
}

TEST(DiskCrash, every_prefix_the_next_write_of_which_may_be_torn) {
  EXPECT_EQ(
      after_crash({.torn = true, .reordered = false}, write_three),
      (Outcomes{"a=ab", "a=abC", "a=abCDE", "a=abCDEF", "a=abCDEFG", "a=axyDEFG", "a=axyzuvG"}));
}

TEST(DiskCrash, a_lost_write_before_a_kept_one_is_a_hole) {
  const auto program = [](Disk& disk) {
    disk.append("a", "1");
    disk.append("a", "2");
  };
  EXPECT_EQ(after_crash(all_crashes, program),
            (Outcomes{"a=12", "a=1", std::string("a=\0", 3) + "2", "a="}));
}

TEST(DiskCrash, one_byte_is_never_torn_and_choice_0_keeps_all) {
  ScriptedEnvironment environment;
  Disk disk(environment, {});
  disk.append("a", "1");
  disk.append("a", "23");
  disk.rename("a", "b");
  disk.crash();
  EXPECT_EQ(environment.asked, (std::vector<unsigned>{2, 2, 3}));
  EXPECT_EQ(all_of(disk), "b=123");
}

TEST(DiskCrash, nothing_is_at_risk_after_a_sync_or_after_a_crash) {
  for (const CrashOptions& crash : {all_crashes, prefixes}) {
    ScriptedEnvironment environment;
    Disk disk(environment, {.crash = crash});
    disk.append("a", "12");
    disk.truncate("a", 1);
    disk.sync("a");
    disk.crash();
    EXPECT_TRUE(environment.asked.empty());
    disk.append("a", "34");
    disk.crash();
    EXPECT_EQ(environment.asked.size(), 1U);
    disk.crash();
    EXPECT_EQ(environment.asked.size(), 1U) << "what survived a crash is durable";
    EXPECT_EQ(all_of(disk), "a=134");
  }
}

TEST(DiskCrash, a_truncation_is_lost_like_a_write) {
  const auto program = [](Disk& disk) {
    disk.append("a", "old!");
    disk.sync("a");
    disk.truncate("a", 0);
    disk.append("a", "N");
  };
  EXPECT_EQ(after_crash(all_crashes, program), (Outcomes{"a=N", "a=", "a=Nld!", "a=old!"}));
  EXPECT_EQ(after_crash(prefixes, program), (Outcomes{"a=N", "a=", "a=old!"}));
}

TEST(DiskCrash, after_a_failed_sync_a_later_one_saves_nothing) {
  const auto program = [](Disk& disk) {
    disk.append("a", "1");
    if (disk.sync("a") == DiskError::io_error) {
      disk.sync("a");
      disk.sync_directory();
      disk.append("a", "2");
      disk.sync("a");
    }
  };
  // Every later sync may fail as well; the doubtful write may be lost in all cases.
  const Outcomes outcomes = after_crash(all_crashes, program, {.sync_error = true});
  const std::set<std::string> distinct(outcomes.begin(), outcomes.end());
  EXPECT_EQ(distinct, (std::set<std::string>{"a=1", "a=12", std::string("a=\0", 3) + "2", "a="}));

  ScriptedEnvironment environment;
  environment.script = {1, 0, 0, 0, 1};
  Disk disk(environment, {.faults = {.sync_error = true}});
  program(disk);
  EXPECT_EQ(disk.contents("a"), "12") << "the page cache still has it";
  disk.crash();
  EXPECT_EQ(environment.asked, (std::vector<unsigned>(5, 2))) << "the synced write is certain";
  EXPECT_EQ(disk.contents("a"), std::string_view("\0002", 2));
}

TEST(DiskCrash, a_doubtful_write_does_not_come_back_over_a_later_synced_one) {
  ScriptedEnvironment environment;
  for (unsigned fate = 0; fate < 2; ++fate) {
    environment.asked.clear();
    environment.script = {1, 0, fate};
    Disk disk(environment, {.faults = {.sync_error = true}});
    disk.append("a", "1");
    EXPECT_EQ(disk.sync("a"), DiskError::io_error);
    disk.write_at("a", 0, "2");
    EXPECT_EQ(disk.sync("a"), DiskError::none);
    disk.crash();
    EXPECT_EQ(all_of(disk), "a=2");
  }
}

}  // namespace
}  // namespace oncelab::world
