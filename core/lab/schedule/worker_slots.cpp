#include <oncelab/core/lab/schedule/worker_slots.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <utility>

namespace oncelab::schedule {

namespace {

struct flock lock_of(unsigned slot, short type) {
  struct flock lock{};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(slot);
  lock.l_len = 1;
  return lock;
}

}  // namespace

std::optional<WorkerSlots> WorkerSlots::make(unsigned count) {
  const int fd = ::memfd_create("oncelab workers", MFD_CLOEXEC);
  if (fd < 0) {
    return std::nullopt;
  }
  WorkerSlots slots(fd, count);
  if (!slots.take()) {
    return std::nullopt;
  }
  return slots;
}

WorkerSlots::WorkerSlots(WorkerSlots&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), count_(other.count_), mine_(other.mine_) {}
WorkerSlots& WorkerSlots::operator=(WorkerSlots&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(count_, other.count_);
  std::swap(mine_, other.mine_);
  return *this;
}
WorkerSlots::~WorkerSlots() {
  if (fd_ >= 0) {
    ::close(fd_);
  }
}

WorkerSlots WorkerSlots::inherited() const { return {::fcntl(fd_, F_DUPFD_CLOEXEC, 0), count_}; }

bool WorkerSlots::any_free() const {
  for (unsigned slot = 0; slot < count_; ++slot) {
    struct flock lock = lock_of(slot, F_WRLCK);
    if (mine_ != slot && ::fcntl(fd_, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK) {
      return true;
    }
  }
  return false;
}

bool WorkerSlots::take() {
  for (unsigned slot = 0; slot < count_ && !mine_; ++slot) {
    struct flock lock = lock_of(slot, F_WRLCK);
    if (::fcntl(fd_, F_SETLK, &lock) == 0) {
      mine_ = slot;
    }
  }
  return mine_.has_value();
}

void WorkerSlots::give_back() {
  if (mine_) {
    struct flock lock = lock_of(*mine_, F_UNLCK);
    (void)::fcntl(fd_, F_SETLK, &lock);
    mine_.reset();
  }
}

}  // namespace oncelab::schedule
