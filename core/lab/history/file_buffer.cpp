#include <oncelab/core/lab/history/file_buffer.hpp>

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <system_error>

#include <oncelab/core/lab/history/read_some.hpp>

namespace oncelab::history {
namespace {

constexpr double wait_seconds_max = 3600;  // of one poll; what poll() takes is an int

}  // namespace

FileBuffer::FileBuffer(int descriptor, const Deadline& deadline)
    : descriptor_(descriptor), deadline_(deadline), buffer_(buffer_bytes) {}

FileBuffer::~FileBuffer() {
  if (descriptor_ != STDIN_FILENO) {
    ::close(descriptor_);
  }
}

bool FileBuffer::wait() {
  for (;;) {
    int milliseconds = -1;
    if (deadline_.seconds != nullptr) {
      const double left = deadline_.stop_at - deadline_.seconds();
      if (left <= 0) {
        return false;
      }
      milliseconds = static_cast<int>(std::ceil(std::min(left, wait_seconds_max) * 1000));
    }
    // Errors are left to read(). A pipe that nobody has opened for writing yet is not ready.
    pollfd input{.fd = descriptor_, .events = POLLIN, .revents = 0};
    if (::poll(&input, 1, milliseconds) != 0 && (input.revents != 0 || errno != EINTR)) {
      return true;
    }
  }
}

FileBuffer::int_type FileBuffer::underflow() {
  if (gptr() < egptr()) {
    return traits_type::to_int_type(*gptr());
  }
  while (!late_) {
    late_ = !wait();
    if (late_) {
      break;
    }
    const ssize_t length = ::read(descriptor_, buffer_.data(), buffer_.size());
    if (length > 0) {
      bytes_ += static_cast<std::uint64_t>(length);
      setg(buffer_.data(), buffer_.data(), buffer_.data() + length);
      return traits_type::to_int_type(*gptr());
    }
    if (length == 0) {
      break;
    }
    if (errno != EINTR && errno != EAGAIN) {
      throw std::system_error(errno, std::generic_category());
    }
  }
  return traits_type::eof();
}

}  // namespace oncelab::history
