// Child: a copy of this process that works for it, and the channel between the two.
//
// The runtime keeps the code under test in one process, so whoever wants more than one core forks.
// Promises: the child ends with its parent, however that ends; it runs no destructors, flushes no
// streams, and an interrupt from the terminal is left to the parent. Destroying a Child ends it.
// Does not promise: to work where the process has threads of its own (is_single_threaded).
// Messages are sequences of whole numbers (archive.hpp). Threads: one. Errors: a message that does
// not come, or cannot be sent, means that the other side is gone. Internal to schedule.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace oncelab::schedule {

using Message = std::vector<std::uint64_t>;

/// One end of a connection between two processes.
class Channel {
 public:
  explicit Channel(int fd) : fd_(fd) {}
  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel();

  /// False: the other side is gone.
  bool send(const Message& message) const;
  /// Waits. Nothing: the other side is gone.
  [[nodiscard]] std::optional<Message> receive() const;
  [[nodiscard]] int fd() const { return fd_; }

 private:
  int fd_;
};

class Child {
 public:
  /// Nothing: the system has no room for one more process. In the child, only `work` is executed.
  [[nodiscard]] static std::optional<Child> start(const std::function<void(Channel&)>& work);
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();
  [[nodiscard]] const Channel& channel() const { return channel_; }

 private:
  Child(pid_t pid, Channel channel) : pid_(pid), channel_(std::move(channel)) {}
  void end();

  pid_t pid_;
  Channel channel_;
};

/// Waits until a message has come, or a channel is closed, on any of them, or the time is up.
/// Which of them, by position.
[[nodiscard]] std::vector<std::size_t> wait_for_any(const std::vector<const Channel*>& channels,
                                                    int milliseconds);

/// Has this process no thread but this one, so that a copy of it is whole?
[[nodiscard]] bool is_single_threaded();

}  // namespace oncelab::schedule
