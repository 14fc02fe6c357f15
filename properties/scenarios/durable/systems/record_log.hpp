// RecordLog: a file of records, each of which is there whole or not at all.
//
// A record is its bytes in one line with a checksum; what a crash left torn, or with a hole before
// it, does not have the right one. Reading stops at the first such record and cuts the file there:
// what comes after it was not synced either, so nobody was told of it.
//
// Promises: after append() returned ok the record survives any crash. in_doubt: it may be there or
// not, in this incarnation not; the next append cuts it off first. no_space: it is not there.
// Threads: one at a time. Cost: one write and one sync per record; reading, once, is linear.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <oncelab/properties/scenarios/durable/disk_ports.hpp>

namespace oncelab::properties {

class RecordLog {
 public:
  /// Reads what is there.
  RecordLog(const DiskPorts& disk, const char* file);

  /// What was there when it was opened.
  [[nodiscard]] const std::vector<std::string>& records() const { return records_; }
  /// `record` has no line breaks.
  DiskOutcome append(std::string_view record);
  /// The same, but a crash may lose it.
  DiskOutcome write(std::string_view record);

 private:
  DiskOutcome cut();

  const DiskPorts& disk_;
  const char* file_;
  std::vector<std::string> records_;
  std::size_t size_ = 0;   // of the records that are whole
  bool has_rest_ = false;  // the file may have something after them
};

}  // namespace oncelab::properties
