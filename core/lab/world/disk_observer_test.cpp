#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/world/disk.hpp>
#include <oncelab/core/lab/world/disk_outcomes.hpp>
#include <oncelab/core/lab/world/scripted_environment.hpp>

namespace oncelab::world {
namespace {

class Watcher : public DiskObserver {
 public:
  void on_written(ExtentId extent, std::string_view file, std::string_view bytes) override {
    written.push_back(std::to_string(extent) + std::string(file) + ":" + std::string(bytes));
  }
  void on_lost(ExtentId extent) override { lost.push_back(extent); }

  std::vector<std::string> written;
  std::vector<ExtentId> lost;
};

TEST(DiskObserver, an_observer_learns_what_was_written_and_what_was_lost) {
  ScriptedEnvironment environment;
  Watcher watcher;
  Disk disk(environment, {});
  disk.set_observer(&watcher);
  disk.append("b", "on");
  disk.append("a", "tw");
  disk.append("a", "");
  disk.write_at("a", 0, "th");
  disk.sync("b");
  disk.append("b", "four");
  EXPECT_EQ(watcher.written, (std::vector<std::string>{"0b:on", "1a:tw", "2a:th", "3b:four"}));
  environment.script = {1, 0, 2};  // files by name, torn counts as lost
  disk.crash();
  EXPECT_EQ(watcher.lost, (std::vector<ExtentId>{1, 3}));
  EXPECT_EQ(all_of(disk), "a=th b=onfo");
  disk.crash();
  EXPECT_EQ(watcher.lost.size(), 2U) << "lost once";
}

TEST(DiskObserver, a_write_reported_as_failed_is_observed_if_it_took_effect) {
  ScriptedEnvironment environment;
  Watcher watcher;
  Disk disk(environment, {.faults = {.change_error = true}});
  disk.set_observer(&watcher);
  environment.script = {1, 2};
  EXPECT_EQ(disk.append("a", "x"), DiskError::io_error);
  EXPECT_EQ(disk.append("a", "y"), DiskError::io_error);
  EXPECT_EQ(watcher.written, (std::vector<std::string>{"0a:y"}));
}

TEST(DiskObserver, an_observer_learns_of_files_lost_whole_but_not_of_removed_ones) {
  ScriptedEnvironment environment;
  Watcher watcher;
  Disk disk(environment, {});
  for (const char* of_another_run : {"a", "b", "c"}) {
    disk.append(of_another_run, "x");
  }
  disk.clear();
  disk.set_observer(&watcher);
  disk.append("a", "0");
  disk.sync("a");
  disk.append("c", "1");
  disk.remove("c");
  disk.rename("a", "b");
  disk.append("a", "2");
  environment.script = {0, 1};  // the removal is kept, the rename is not
  disk.crash();
  EXPECT_EQ(all_of(disk), "a=0");
  EXPECT_EQ(watcher.lost, (std::vector<ExtentId>{2}));
}

}  // namespace
}  // namespace oncelab::world
