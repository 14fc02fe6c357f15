// Files, for code under test: a few of POSIX's operations as plain functions, because the lab is
// compiled apart from code under test.
//
// append and truncate may fail in doubt: then they may have taken effect. sync makes durable what
// was appended and truncated before; until then a crash may lose any of it, or half of one append.
#pragma once

#include <cstddef>

namespace oncelab::properties {

enum class DiskOutcome : int { ok, no_space, in_doubt };

struct DiskPorts {
  void* disk;
  DiskOutcome (*append)(void* disk, const char* file, const char* bytes, std::size_t size);
  DiskOutcome (*truncate)(void* disk, const char* file, std::size_t size);
  DiskOutcome (*sync)(void* disk, const char* file);
  /// What has the new name is no more. Durable after sync_directory.
  DiskOutcome (*rename)(void* disk, const char* from, const char* to);
  DiskOutcome (*sync_directory)(void* disk);
  /// How much was read: up to the end of the file. A file that was never written is empty.
  std::size_t (*read)(void* disk, const char* file, std::size_t offset, char* out,
                      std::size_t size);
};

}  // namespace oncelab::properties
