// InflatingBuffer: the bytes of a stream, inflated if they begin like gzip (1f 8b), else as they
// are.
//
// Promises: holds 64 KiB of each side whatever the stream inflates to; several gzip members one
// after the other are one stream, as gzip(1) has it, and zero bytes may follow the last. Data that
// is cut off, corrupt or inflates to more than it may ends the stream: failure() then says why, and
// at which byte of the stream. What came before was handed out, so whoever reads asks at the end.
// Does not promise: to inflate twice, to go back. Threads: one. Complexity: linear.
// Source: RFC 1952, zlib.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

namespace oncelab::history {

class InflatingBuffer : public std::streambuf {
 public:
  InflatingBuffer(std::istream& source, std::uint64_t inflated_bytes_max);
  ~InflatingBuffer() override;
  InflatingBuffer(const InflatingBuffer&) = delete;
  InflatingBuffer& operator=(const InflatingBuffer&) = delete;

  /// Why the stream ended before its end; nothing: it did not.
  [[nodiscard]] const std::optional<std::string>& failure() const { return failure_; }

 protected:
  int_type underflow() override;

 private:
  class Inflater;
  enum class Kind { unknown, plain, gzip };

  [[nodiscard]] std::string_view first_bytes();
  /// Behind what is kept of the last time. False: there is no more.
  bool fill_source(std::size_t kept = 0);
  std::size_t inflate();
  void fail(const std::string& what);

  std::istream& source_;
  std::uint64_t inflated_bytes_max_;
  Kind kind_ = Kind::unknown;
  std::vector<char> in_;
  std::vector<char> out_;  // of gzip only
  std::uint64_t source_bytes_ = 0;
  std::uint64_t inflated_bytes_ = 0;
  std::unique_ptr<Inflater> inflater_;
  std::optional<std::string> failure_;
};

}  // namespace oncelab::history
