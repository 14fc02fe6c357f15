#include <oncelab/core/lab/schedule/child.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <utility>

namespace oncelab::schedule {

namespace {

constexpr std::uint64_t numbers_max = std::uint64_t{1} << 27U;  // of one message: 1 GiB

bool send_all(int fd, const void* data, std::size_t size) {
  const auto* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t sent = ::send(fd, at, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) {
      continue;
    }
    if (sent <= 0) {
      return false;
    }
    at += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int fd, void* data, std::size_t size) {
  auto* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = ::recv(fd, at, size, 0);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return false;
    }
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

Channel::Channel(Channel&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
Channel& Channel::operator=(Channel&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}
Channel::~Channel() {
  if (fd_ >= 0) {
    ::close(fd_);
  }
}

bool Channel::send(const Message& message) const {
  const std::uint64_t size = message.size();
  return send_all(fd_, &size, sizeof size) &&
         send_all(fd_, message.data(), message.size() * sizeof(std::uint64_t));
}

std::optional<Message> Channel::receive() const {
  std::uint64_t size = 0;
  if (!receive_all(fd_, &size, sizeof size) || size > numbers_max) {
    return std::nullopt;
  }
  Message message(static_cast<std::size_t>(size));
  if (!receive_all(fd_, message.data(), message.size() * sizeof(std::uint64_t))) {
    return std::nullopt;
  }
  return message;
}

std::optional<Child> Child::start(const std::function<void(Channel&)>& work) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return std::nullopt;
  }
  Channel ours(ends[0]);
  Channel its(ends[1]);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) {
    return std::nullopt;
  }
  if (pid > 0) {
    return Child(pid, std::move(ours));
  }
  {
    const Channel not_mine = std::move(ours);
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) {
    ::_exit(0);  // it ended before it could be told
  }
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  work(its);
  ::_exit(0);
}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), channel_(std::move(other.channel_)) {}
Child& Child::operator=(Child&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(channel_, other.channel_);
  return *this;
}
Child::~Child() { end(); }

void Child::end() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
  }
}

std::vector<std::size_t> wait_for_any(const std::vector<const Channel*>& channels,
                                      int milliseconds) {
  std::vector<pollfd> polled;
  for (const Channel* c : channels) {
    polled.push_back({c->fd(), POLLIN, 0});
  }
  std::vector<std::size_t> ready;
  if (::poll(polled.data(), polled.size(), milliseconds) > 0) {
    for (std::size_t i = 0; i < polled.size(); ++i) {
      if (polled[i].revents != 0) {
        ready.push_back(i);
      }
    }
  }
  return ready;
}

bool is_single_threaded() {
  std::error_code error;
  std::size_t threads = 0;
  for (auto it = std::filesystem::directory_iterator("/proc/self/task", error);
       !error && it != std::filesystem::directory_iterator(); it.increment(error)) {
    ++threads;
  }
  return !error && threads == 1;
}

}  // namespace oncelab::schedule
