#include <oncelab/core/lab/report/write_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::report {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) {
      ::close(number_);
    }
  }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

Error system_error(std::string_view what, const std::filesystem::path& path, int number) {
  return make_error(ErrorKind::bad_input,
                    std::string(what) + " " + shown(path) + ": " + std::strerror(number));
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      return false;
    }
    text.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
  return true;
}

// A device, a pipe, a terminal: written to, never replaced.
Result<void> write_in_place(const std::filesystem::path& path, std::string_view text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.number() < 0 || !write_all(file.number(), text) || !file.close()) {
    return system_error("cannot write", path, errno);
  }
  return {};
}

}  // namespace

Result<void> write_file(const std::filesystem::path& path, std::string_view text) {
  struct stat existing{};
  if (::stat(path.c_str(), &existing) == 0 && !S_ISREG(existing.st_mode)) {
    return write_in_place(path, text);
  }
  const std::filesystem::path temporary = path.string() + "." + std::to_string(::getpid()) + ".tmp";
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.number() < 0) {
    return system_error("cannot write", path, errno);
  }
  if (!write_all(file.number(), text) || ::fsync(file.number()) != 0 || !file.close() ||
      ::rename(temporary.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary.c_str());
    return system_error("cannot write", path, reason);
  }
  return {};
}

Result<void> append_file(const std::filesystem::path& path, std::string_view text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
  struct stat before{};
  if (file.number() < 0 || ::fstat(file.number(), &before) != 0) {
    return system_error("cannot write", path, errno);
  }
  if (!write_all(file.number(), text) || !file.close()) {
    const int reason = errno;
    (void)!::truncate(path.c_str(), before.st_size);
    return system_error("cannot write", path, reason);
  }
  return {};
}

Result<std::string> read_file(const std::filesystem::path& path, std::size_t bytes_max) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) {
    return system_error("cannot read", path, errno);
  }
  std::string text;
  char buffer[64 * 1024];
  while (true) {
    const ssize_t count = ::read(file.number(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      return system_error("cannot read", path, errno);
    }
    if (count == 0) {
      return text;
    }
    text.append(buffer, static_cast<std::size_t>(count));
    if (text.size() > bytes_max) {
      return make_error(ErrorKind::bad_input, "cannot read " + shown(path) + ": longer than " +
                                                  std::to_string(bytes_max) + " bytes");
    }
  }
}

std::string shown(const std::filesystem::path& path) {
  constexpr std::size_t most = 1000;
  return history::printable(path.string(), most);
}

}  // namespace oncelab::report
