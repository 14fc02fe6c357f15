#include <oncelab/core/lab/report/write_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

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

/// Opens what may be a pipe: without a reader that is an error, not a wait without end.
int open_to_write(const std::filesystem::path& path, int flags) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | flags, 0666);
  if (file >= 0) {
    ::fcntl(file, F_SETFL, ::fcntl(file, F_GETFL) & ~O_NONBLOCK);
  }
  return file;
}

Error cannot_write(const std::filesystem::path& path, int number) {
  struct stat existing{};
  if (number == ENXIO && ::stat(path.c_str(), &existing) == 0 && S_ISFIFO(existing.st_mode)) {
    return make_error(ErrorKind::bad_input,
                      "cannot write " + shown(path) + ": it is a pipe that nobody reads");
  }
  return system_error("cannot write", path, number);
}

/// A device, a pipe, a terminal, a descriptor of a process: written to, never replaced.
Result<void> write_in_place(const std::filesystem::path& path, std::string_view text) {
  Descriptor file(open_to_write(path, O_APPEND));
  if (file.number() < 0 || !write_all(file.number(), text) || !file.close()) {
    return cannot_write(path, errno);
  }
  return {};
}

/// A new file, not one that somebody has put there, in the same folder as `target`. Its name is
/// short: that of the target may be as long as names can be.
struct Temporary {
  explicit Temporary(const std::filesystem::path& target) {
    constexpr int attempts_max = 100;
    const std::string stem = ".oncelab-" + std::to_string(::getpid()) + "-";
    for (int i = 0; i < attempts_max && (i == 0 || errno == EEXIST); ++i) {
      path = target.parent_path() / (stem + std::to_string(i) + ".tmp");
      number = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
      if (number >= 0) {
        return;
      }
    }
  }
  std::filesystem::path path;
  int number = -1;
};

bool is_of_a_process(const std::filesystem::path& path) {
  const std::string text = path.string();
  return text.starts_with("/proc/") || text.starts_with("/dev/fd/");
}

}  // namespace

std::filesystem::path behind_links(std::filesystem::path path) {
  constexpr int links_max = 40;  // as the system has it
  std::error_code error;
  for (int i = 0; i < links_max && !is_of_a_process(path); ++i) {
    const std::filesystem::path next = std::filesystem::read_symlink(path, error);
    if (error) {
      break;
    }
    path = path.parent_path() / next;  // an absolute one replaces all of it
  }
  return path;
}

Result<void> may_write(const std::filesystem::path& path) {
  struct stat existing{};
  const bool exists = ::stat(path.c_str(), &existing) == 0;
  if (exists ? S_ISDIR(existing.st_mode) : errno != ENOENT) {
    return system_error("cannot write", path, exists ? EISDIR : errno);
  }
  const std::filesystem::path target = behind_links(path);
  if (exists && (!S_ISREG(existing.st_mode) || is_of_a_process(target))) {
    return {};
  }
  const std::filesystem::path folder = target.parent_path() / ".";  // "." if there is none
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    return system_error("cannot write", path, errno);
  }
  return {};
}

Result<void> write_file(const std::filesystem::path& path, std::string_view text) {
  struct stat existing{};
  const bool exists = ::stat(path.c_str(), &existing) == 0;
  const std::filesystem::path target = behind_links(path);
  if (exists && (!S_ISREG(existing.st_mode) || is_of_a_process(target))) {
    return write_in_place(path, text);
  }
  const Temporary temporary(target);
  Descriptor file(temporary.number);
  if (file.number() < 0) {
    return system_error("cannot write", path, errno);
  }
  constexpr mode_t permissions = 0777;
  if ((exists && ::fchmod(file.number(), existing.st_mode & permissions) != 0) ||
      !write_all(file.number(), text) || ::fsync(file.number()) != 0 || !file.close() ||
      ::rename(temporary.path.c_str(), target.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary.path.c_str());
    return system_error("cannot write", path, reason);
  }
  return {};
}

Result<void> append_file(const std::filesystem::path& path, std::string_view text) {
  Descriptor file(open_to_write(path, O_APPEND | O_CREAT));
  struct stat before{};
  if (file.number() < 0 || ::fstat(file.number(), &before) != 0) {
    return cannot_write(path, errno);
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
  std::vector<char> buffer(std::size_t{64} * 1024);  // not on a stack that may be small
  while (true) {
    const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      return system_error("cannot read", path, errno);
    }
    if (count == 0) {
      return text;
    }
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > bytes_max) {
      return make_error(ErrorKind::bad_input, "cannot read " + shown(path) + ": longer than " +
                                                  std::to_string(bytes_max) + " bytes");
    }
  }
}

std::string shown(const std::filesystem::path& path) {
  return history::printable_path(path.string());
}

}  // namespace oncelab::report
