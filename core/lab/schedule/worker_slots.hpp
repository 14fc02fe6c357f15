// WorkerSlots: how many of a family of processes may run at once.
//
// A process that runs holds a slot; one that waits for another need not. The system takes a slot
// back from a process that ended, however that came: slots are locks on the bytes of a file without
// a name. Copies of the process inherit the slots to choose from, and hold none at first. Cost: a
// system call for each slot looked at. Threads: one per process. Internal to schedule.
#pragma once

#include <optional>

namespace oncelab::schedule {

class WorkerSlots {
 public:
  /// One of them is this process's. Nothing: the system gives no such file.
  [[nodiscard]] static std::optional<WorkerSlots> make(unsigned count);
  WorkerSlots(WorkerSlots&& other) noexcept;
  WorkerSlots& operator=(WorkerSlots&& other) noexcept;
  WorkerSlots(const WorkerSlots&) = delete;
  WorkerSlots& operator=(const WorkerSlots&) = delete;
  ~WorkerSlots();

  /// The same slots, in a copy of the process.
  [[nodiscard]] WorkerSlots inherited() const;
  /// Is there one that nobody holds?
  [[nodiscard]] bool any_free() const;
  /// Holds one from now on. False: none was free.
  bool take();
  void give_back();

 private:
  WorkerSlots(int fd, unsigned count) : fd_(fd), count_(count) {}

  int fd_;
  unsigned count_;
  std::optional<unsigned> mine_;
};

}  // namespace oncelab::schedule
