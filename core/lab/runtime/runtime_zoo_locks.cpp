// Zoo: Mutexes, shared mutexes and atomics.
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include <oncelab/core/lab/runtime/runtime_zoo.hpp>

namespace oncelab::zoo {
namespace {

using namespace std::chrono_literals;

int mutex_counter() {
  std::mutex m;
  int n = 0;
  auto add = [&] {
    std::lock_guard hold(m);
    n = n + 1;
  };
  both(add, add);
  return n == 2 ? 1 : 0;
}

int unlocked_counter() {  // a data race
  int n = 0;
  auto add = [&] { n = n + 1; };
  both(add, add);
  return n == 2 ? 1 : 2;
}

int atomic_counter_torn() {  // a lost update without a data race
  std::atomic<int> n{0};
  auto add = [&] { n = n + 1; };
  both(add, add);
  return n == 2 ? 1 : 2;
}

int lock_order_deadlock() {
  std::mutex a;
  std::mutex b;
  both(
      [&] {
        std::lock_guard x(a);
        std::lock_guard y(b);
      },
      [&] {
        std::lock_guard y(b);
        std::lock_guard x(a);
      });
  return 1;
}

int shared_mutex_readers() {
  std::shared_mutex m;
  int v = 0;
  int seen = 0;
  both(
      [&] {
        std::unique_lock hold(m);
        v = 1;
        v = 2;
      },
      [&] {
        std::shared_lock hold(m);
        seen = v;
      });
  return seen == 1 ? 0 : 1;
}

int shared_pointer() {  // reference counts must be atomic, or this looks like a race
  auto p = std::make_shared<int>(3);
  int sum = 0;
  std::mutex m;
  auto f = [&] {
    const std::shared_ptr<int> copy = p;  // NOLINT(performance-unnecessary-copy-initialization)
    std::lock_guard hold(m);
    sum += *copy;
  };
  both(f, f);
  return sum == 6 && p.use_count() == 1 ? 1 : 0;
}

int recursive() {
  std::recursive_mutex m;
  int n = 0;
  auto f = [&] {
    std::lock_guard a(m);
    std::lock_guard b(m);
    ++n;
  };
  both(f, f);
  return n == 2 ? 1 : 0;
}

int try_locks() {  // 1: both got it, 2: one did not
  std::mutex m;
  int got = 0;
  std::atomic<int> failed{0};
  auto f = [&] {
    if (m.try_lock()) {
      ++got;
      m.unlock();
    } else {
      ++failed;
    }
  };
  both(f, f);
  return got == 2 ? 1 : 2;
}

int timed_mutex() {  // 1: got it, 2: gave up
  std::timed_mutex m;
  int r = 0;
  both(
      [&] {
        if (m.try_lock_for(5ms)) {
          m.unlock();
          r = 1;
        } else {
          r = 2;
        }
      },
      [&] {
        std::lock_guard hold(m);
        std::this_thread::sleep_for(10ms);
      });
  return r;
}

int release_acquire() {  // message passing: no race
  int data = 0;
  std::atomic<bool> ready{false};
  int seen = 1;
  both(
      [&] {
        data = 1;
        ready.store(true, std::memory_order_release);
      },
      [&] {
        if (ready.load(std::memory_order_acquire)) {
          seen = data;
        }
      });
  return seen;
}

int relaxed_publication() {  // the same with the wrong order: a race
  int data = 0;
  std::atomic<bool> ready{false};
  int seen = 1;
  both(
      [&] {
        data = 1;
        ready.store(true, std::memory_order_relaxed);
      },
      [&] {
        if (ready.load(std::memory_order_relaxed)) {
          seen = data;
        }
      });
  return seen;
}

int foreign_unlock() {
  std::mutex m;
  m.unlock();
  return 1;
}

int spin_flag() {
  std::atomic<bool> go{false};
  int got = 0;
  both(
      [&] {
        while (!go) {
        }
        got = 1;
      },
      [&] { go = true; });
  return got;
}

int bounded_retry() {  // 1: got the lock, 2: gave up after five attempts
  std::mutex m;
  int result = 0;
  both(
      [&] {
        for (int i = 0; i < 5; ++i) {
          if (m.try_lock()) {
            m.unlock();
            result = 1;
            return;
          }
        }
        result = 2;
      },
      [&] { std::lock_guard hold(m); });
  return result;
}

int spin_on_two_flags() {
  std::atomic<bool> ready{false};
  std::atomic<bool> stop{false};
  int got = 0;
  both(
      [&] {
        while (!ready && !stop) {
        }
        got = 1;
      },
      [&] { stop = true; });
  return got;
}

constexpr Program programs[] = {
    {"bounded_retry", bounded_retry},
    {"spin_on_two_flags", spin_on_two_flags},
    {"mutex_counter", mutex_counter},
    {"unlocked_counter", unlocked_counter},
    {"atomic_counter_torn", atomic_counter_torn},
    {"lock_order_deadlock", lock_order_deadlock},
    {"shared_mutex_readers", shared_mutex_readers},
    {"shared_pointer", shared_pointer},
    {"recursive", recursive},
    {"try_locks", try_locks},
    {"timed_mutex", timed_mutex},
    {"release_acquire", release_acquire},
    {"relaxed_publication", relaxed_publication},
    {"foreign_unlock", foreign_unlock},
    {"spin_flag", spin_flag},
};

}  // namespace

std::span<const Program> locks() { return programs; }

}  // namespace oncelab::zoo
