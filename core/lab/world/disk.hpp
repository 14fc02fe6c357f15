// Disk: simulated files that outlive the process which writes them, and lose in a crash what was
// not synced.
//
// Promises: each operation is one step of the calling thread, and atomic for every other thread. A
// reader sees all that was written, synced or not (page cache). A crash is that of the machine: of
// what was not synced, each write, truncation, rename and removal is kept or lost, a write also
// torn (its first half reaches the disk), as Environment::aftermath() chooses; 0 keeps all. What is
// there after a crash is durable. sync() makes a file's writes and truncations durable,
// sync_directory() renames and removals. After a failed sync what it should have saved stays
// doubtful whatever succeeds later. Choices are asked for only if an operation is possible at
// all, and only for faults that are on: a run without faults and crashes asks for none.
//
// Does not promise: creations that are lost on their own (directory_image.hpp); unreadable or
// silently wrong bytes; short reads or writes; handles that outlive a removal or rename: every
// operation goes by name.
//
// Steps: all are on one object, since a rename, a removal or a full disk makes operations on any
// files depend on each other.
//
// Errors: values, so that code under test can call through plain functions. append and write_at
// create the file; everything else says no_such_file. Limits: a file of more than 1 MiB, or more
// bytes in all than the capacity, is no_space; names (1 to 64 bytes, 64 different ones in a run)
// are asserted. A step may never return (environment.hpp): nothing changes before it and before the
// fault, if any, is known. Threads: as Environment. Complexity: linear in the bytes of the call;
// crash() in those of the disk.
//
// Sources: Pillai et al., "All File Systems Are Not Created Equal" (OSDI 2014), for what is torn
// and reordered; Rebello et al., "Can Applications Recover from fsync Failures?" (USENIX ATC 2020).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/world/directory_image.hpp>
#include <oncelab/core/lab/world/environment.hpp>
#include <oncelab/core/lab/world/file_image.hpp>

namespace oncelab::world {

enum class DiskError : std::uint8_t { none, io_error, no_space, no_such_file };

struct DiskCount {
  DiskError error = DiskError::none;
  std::uint32_t bytes = 0;
};

/// Which faults there are; each is a choice of Environment::fault().
struct DiskFaults {
  bool no_space = false;  // of a write or truncation: nothing happens
  /// Of anything that changes the disk: reported as io_error, before or after it took effect.
  bool change_error = false;
  bool sync_error = false;
};

struct DiskOptions {
  std::uint32_t object = 1;
  std::uint64_t capacity_bytes = std::numeric_limits<std::uint64_t>::max();
  DiskFaults faults = {};
  CrashOptions crash = {};
};

class Disk {
 public:
  static constexpr std::uint32_t file_bytes_max = 1U << 20U;

  /// The environment must outlive the disk.
  Disk(Environment& environment, const DiskOptions& options)
      : environment_(environment), options_(options) {}

  DiskError append(std::string_view name, std::string_view bytes);
  DiskError write_at(std::string_view name, std::uint64_t offset, std::string_view bytes);
  DiskError truncate(std::string_view name, std::uint64_t size);
  /// Fewer bytes than asked for: the file ends there.
  DiskCount read(std::string_view name, std::uint64_t offset, std::span<char> out);
  DiskCount size(std::string_view name);
  DiskError sync(std::string_view name);
  DiskError rename(std::string_view from, std::string_view to);
  DiskError remove(std::string_view name);
  bool exists(std::string_view name);
  DiskError sync_directory();

  /// No step: while the process that owns the disk crashes. Asks about renames and removals first,
  /// then about each file that is still there, by name. The environment must return.
  Losses crash();

  // No step: for the harness, outside a run or after it.

  /// Null: nobody. Must outlive the disk, or be taken back.
  void set_observer(DiskObserver* observer) { observer_ = observer; }
  /// What a reader would see, until the next change; empty also if there is no such file.
  [[nodiscard]] std::string_view contents(std::string_view name) const;
  /// In the order of the names.
  [[nodiscard]] std::vector<std::string_view> all_contents() const;
  [[nodiscard]] bool has(std::string_view name) const { return directory_.find(name) != no_file; }
  [[nodiscard]] std::uint64_t used_bytes() const;
  /// An empty disk; options, observer and capacity of the containers stay.
  void clear();

 private:
  [[nodiscard]] runtime::FaultKind choose_mishap(bool may_run_full);
  [[nodiscard]] bool sync_fails();
  [[nodiscard]] bool fits(std::uint32_t old_size, std::uint64_t new_size) const;
  DiskError put(std::string_view name, std::uint64_t offset, std::string_view bytes);
  FileNumber create(std::string_view name);

  Environment& environment_;
  DiskOptions options_;
  DiskObserver* observer_ = nullptr;
  DirectoryImage directory_;
  std::vector<FileImage> files_;
  FileNumber files_used_ = 0;  // of files_, in this run
  ExtentId extents_ = 0;
};

}  // namespace oncelab::world
