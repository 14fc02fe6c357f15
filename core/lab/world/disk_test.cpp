#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/world/disk.hpp>
#include <oncelab/core/lab/world/scripted_environment.hpp>

namespace oncelab::world {
namespace {

using runtime::OpKind;

TEST(Disk, a_reader_sees_what_is_not_synced) {
  ScriptedEnvironment environment;
  Disk disk(environment, {});
  EXPECT_FALSE(disk.exists("log"));
  EXPECT_EQ(disk.append("log", "one"), DiskError::none);
  EXPECT_EQ(disk.append("log", "two"), DiskError::none);
  EXPECT_EQ(disk.write_at("log", 8, "!"), DiskError::none);
  EXPECT_TRUE(disk.exists("log"));
  EXPECT_EQ(disk.size("log").bytes, 9U);
  std::array<char, 4> out{};
  const DiskCount middle = disk.read("log", 2, out);
  EXPECT_EQ(middle.error, DiskError::none);
  EXPECT_EQ(std::string(out.data(), middle.bytes), "etwo");
  const DiskCount end = disk.read("log", 5, out);
  EXPECT_EQ(std::string(out.data(), end.bytes), std::string("o\0\0!", 4));
  EXPECT_EQ(disk.read("log", 7, out).bytes, 2U);
  EXPECT_EQ(disk.read("log", 9, out).bytes, 0U);
  EXPECT_EQ(disk.read("log", 1'000, out).bytes, 0U);
  EXPECT_EQ(disk.truncate("log", 2), DiskError::none);
  EXPECT_EQ(disk.contents("log"), "on");
  EXPECT_EQ(disk.truncate("log", 3), DiskError::none);
  EXPECT_EQ(disk.contents("log"), std::string_view("on\0", 3));
}

TEST(Disk, a_rename_replaces_and_a_removed_name_can_be_used_again) {
  ScriptedEnvironment environment;
  Disk disk(environment, {});
  disk.append("a", "old");
  disk.append("tmp", "new");
  EXPECT_EQ(disk.rename("tmp", "a"), DiskError::none);
  EXPECT_EQ(disk.contents("a"), "new");
  EXPECT_FALSE(disk.exists("tmp"));
  EXPECT_EQ(disk.rename("a", "a"), DiskError::none);
  EXPECT_EQ(disk.contents("a"), "new");
  EXPECT_EQ(disk.remove("a"), DiskError::none);
  EXPECT_FALSE(disk.exists("a"));
  disk.append("a", "");
  EXPECT_TRUE(disk.exists("a"));
  EXPECT_EQ(disk.contents("a"), "");
}

TEST(Disk, says_that_there_is_no_such_file) {
  ScriptedEnvironment environment;
  Disk disk(environment, {.faults = {.no_space = true, .change_error = true, .sync_error = true}});
  std::array<char, 1> out{};
  EXPECT_EQ(disk.read("a", 0, out).error, DiskError::no_such_file);
  EXPECT_EQ(disk.size("a").error, DiskError::no_such_file);
  EXPECT_EQ(disk.truncate("a", 0), DiskError::no_such_file);
  EXPECT_EQ(disk.sync("a"), DiskError::no_such_file);
  EXPECT_EQ(disk.rename("a", "b"), DiskError::no_such_file);
  EXPECT_EQ(disk.remove("a"), DiskError::no_such_file);
  EXPECT_EQ(disk.contents("a"), "");
  EXPECT_TRUE(environment.asked.empty()) << "what is impossible anyway has no fault";
}

TEST(Disk, every_operation_is_one_step) {
  ScriptedEnvironment environment;
  Disk disk(environment, {.object = 7});
  std::array<char, 1> out{};
  disk.append("a", "1");
  disk.write_at("a", 0, "1");
  disk.truncate("a", 0);
  disk.read("a", 0, out);
  disk.size("a");
  disk.exists("a");
  disk.sync("a");
  disk.rename("a", "b");
  disk.sync_directory();
  disk.remove("b");
  const std::vector<Step> expected = {{OpKind::disk_append, 7},         {OpKind::disk_write, 7},
                                      {OpKind::disk_truncate, 7},       {OpKind::disk_read, 7},
                                      {OpKind::disk_read, 7},           {OpKind::disk_read, 7},
                                      {OpKind::disk_sync, 7},           {OpKind::disk_rename, 7},
                                      {OpKind::disk_sync_directory, 7}, {OpKind::disk_remove, 7}};
  EXPECT_EQ(environment.steps, expected);
  EXPECT_TRUE(environment.asked.empty()) << "no faults, no choices";
}

TEST(Disk, a_full_disk_needs_no_choice) {
  ScriptedEnvironment environment;
  Disk disk(environment, {.capacity_bytes = 5, .faults = {.change_error = true}});
  EXPECT_EQ(disk.append("a", "123"), DiskError::none);
  environment.asked.clear();
  EXPECT_EQ(disk.append("b", "123"), DiskError::no_space);
  EXPECT_EQ(disk.truncate("a", 6), DiskError::no_space);
  EXPECT_EQ(disk.write_at("b", 4, "1"), DiskError::no_space);
  EXPECT_TRUE(environment.asked.empty());
  EXPECT_FALSE(disk.has("b"));
  EXPECT_EQ(disk.write_at("a", 1, "xyz4"), DiskError::none);
  EXPECT_EQ(disk.used_bytes(), 5U);
  EXPECT_EQ(disk.write_at("a", 0, "12345"), DiskError::none) << "overwriting needs no space";
  disk.remove("a");
  EXPECT_EQ(disk.append("b", "12345"), DiskError::none);
}

TEST(Disk, a_file_has_at_most_one_mebibyte) {
  ScriptedEnvironment environment;
  Disk disk(environment, {});
  EXPECT_EQ(disk.write_at("a", Disk::file_bytes_max, "1"), DiskError::no_space);
  EXPECT_EQ(disk.write_at("a", ~std::uint64_t{0}, "1"), DiskError::no_space);
  EXPECT_EQ(disk.append("a", std::string(Disk::file_bytes_max + 1, '1')), DiskError::no_space);
  EXPECT_FALSE(disk.has("a"));
  EXPECT_EQ(disk.write_at("a", Disk::file_bytes_max - 1, "1"), DiskError::none);
  EXPECT_EQ(disk.append("a", "1"), DiskError::no_space);
  EXPECT_EQ(disk.truncate("a", Disk::file_bytes_max + 1), DiskError::no_space);
}

TEST(Disk, names_have_limits) {
  ScriptedEnvironment environment;
  Disk disk(environment, {});
  EXPECT_EQ(disk.append(std::string(64, 'n'), "1"), DiskError::none);
  EXPECT_DEATH(disk.append(std::string(65, 'n'), "1"), "name_bytes_max");
  EXPECT_DEATH(disk.append("", "1"), "name_bytes_max");
}

TEST(Disk, bytes_may_come_from_the_file_itself) {
  ScriptedEnvironment environment;
  Disk disk(environment, {});
  disk.append("a", "0123456789abcdef");
  for (int i = 0; i < 5; ++i) {
    disk.append("a", disk.contents("a"));
  }
  EXPECT_EQ(disk.contents("a").size(), 16U << 5U);
  EXPECT_TRUE(disk.contents("a").ends_with("0123456789abcdef0123456789abcdef"));
}

}  // namespace
}  // namespace oncelab::world
