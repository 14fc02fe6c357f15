// FileImage: the bytes of one file, as a reader sees them and as a crash may leave them.
//
// Promises: a reader sees every change at once. A crash keeps what a successful sync found, and of
// each later change what the environment chooses, applied in the order in which they were made; a
// hole that a lost write leaves reads as zero bytes. After a failed sync the changes it found are
// never certain again: Linux marks the pages clean, so the next sync succeeds without writing them.
// Does not promise: anything about whole blocks; a write is lost, kept or torn as itself.
// Complexity: a write is linear in its bytes, a crash in the bytes of the file and its changes.
// Source: as disk.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/world/crash_choice.hpp>

namespace oncelab::world {

using ExtentId = std::uint32_t;  // a write, in order of the writes of a run, from 0

/// Who wants to know what becomes of data. Is called when the disk has changed; must not call it.
class DiskObserver {
 public:
  DiskObserver() = default;
  DiskObserver(const DiskObserver&) = delete;
  DiskObserver& operator=(const DiskObserver&) = delete;
  virtual ~DiskObserver() = default;

  /// Also if the writer was told that it failed. The views are valid during the call.
  virtual void on_written(ExtentId extent, std::string_view file, std::string_view bytes) = 0;
  /// A crash took it, or half of it. Not called for what the program overwrote, cut off or removed
  /// itself, unless a crash lost the write as well.
  virtual void on_lost(ExtentId extent) = 0;
};

class FileImage {
 public:
  /// Bytes may be a part of contents().
  void write(std::uint32_t offset, std::string_view bytes, ExtentId extent);
  void truncate(std::uint32_t size);
  void sync(bool succeeded);
  Losses crash(const CrashOptions& options, Environment& environment, DiskObserver* observer);
  /// The whole file is gone in a crash.
  void lose(DiskObserver* observer);
  /// As new; keeps capacity.
  void clear();

  [[nodiscard]] std::string_view contents() const { return seen_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(seen_.size()); }

 private:
  struct DataChange : Change {
    bool is_write = false;  // or a truncation to `offset`
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
    std::size_t logged_at = 0;
    ExtentId extent = 0;
  };

  [[nodiscard]] std::string_view logged(const DataChange& change) const {
    return std::string_view(log_).substr(change.logged_at, change.size);
  }
  void apply(const DataChange& change, std::string& to) const;
  void start_anew();

  std::string seen_;
  std::string certain_;
  std::vector<DataChange> changes_;  // of certain_, in order: all of them make seen_
  std::string log_;                  // the bytes of the writes among them
  /// What is lost with the file; nothing of before the last crash, which no crash loses any more.
  std::vector<ExtentId> extents_;
};

}  // namespace oncelab::world
