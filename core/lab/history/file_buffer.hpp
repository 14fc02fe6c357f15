// FileBuffer: the bytes of an open file, pipe or terminal, until a deadline.
//
// Promises: hands out what there is without waiting for more; waits for input without using the
// processor, and no longer than until the deadline: then the stream ends, and is_late().
// Does not promise: to go back, or to notice a deadline while a disk is slow.
// Errors: underflow() throws std::system_error, which an istream turns into bad().
// Owns the descriptor it is given, unless it is standard input. Threads: one. Complexity: linear.
#pragma once

#include <cstdint>
#include <streambuf>
#include <vector>

namespace oncelab::history {

/// Without a clock there is none.
struct Deadline {
  double (*seconds)() = nullptr;
  double stop_at = 0;  // by that clock
};

class FileBuffer : public std::streambuf {
 public:
  FileBuffer(int descriptor, const Deadline& deadline);
  ~FileBuffer() override;
  FileBuffer(const FileBuffer&) = delete;
  FileBuffer& operator=(const FileBuffer&) = delete;

  [[nodiscard]] bool is_late() const { return late_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 protected:
  int_type underflow() override;

 private:
  [[nodiscard]] bool wait();  // false: it is late

  int descriptor_;
  Deadline deadline_;
  std::vector<char> buffer_;
  std::uint64_t bytes_ = 0;
  bool late_ = false;
};

}  // namespace oncelab::history
