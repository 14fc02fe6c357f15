#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include <oncelab/core/lab/schedule/small_program.hpp>

namespace oncelab::small {

struct World {
  std::array<std::mutex, objects> mutexes;
  std::array<std::shared_mutex, objects> shared;
  std::array<std::condition_variable, objects> conditions;
  std::array<std::once_flag, objects> onces;
  std::array<std::atomic<int>, objects> variables{};
  std::array<std::thread, threads_max> threads;
  std::array<std::array<int, seen_max>, threads_max> seen{};
  std::array<unsigned, threads_max> seen_count{};
};

namespace {

class Interpreter {
 public:
  Interpreter(World& world, const Program& program, unsigned thread)
      : w_(world), program_(program), thread_(thread) {}

  void run(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      step(program_.threads[thread_][i]);
    }
  }

 private:
  void saw(int value) { w_.seen[thread_][w_.seen_count[thread_]++] = value; }

  template <class Mutex>
  void try_it(Mutex& m, bool got, void (Mutex::*unlock)()) {
    saw(got ? 1 : 0);
    if (got) {
      (m.*unlock)();
    }
  }

  void step(const Instruction& i) {
    std::atomic<int>& variable = w_.variables[i.object];
    std::mutex& mutex = w_.mutexes[i.object];
    std::shared_mutex& shared = w_.shared[i.object];
    switch (i.what) {
      case Do::load:
        return saw(variable.load());
      case Do::store:
        return variable.store(i.value);
      case Do::add:
        return saw(variable.fetch_add(i.value));
      case Do::exchange:
        return saw(variable.exchange(i.value));
      case Do::cas: {
        int expected = i.expected;
        return saw(variable.compare_exchange_strong(expected, i.value) ? 1 : 0);
      }
      case Do::cas_weak: {
        int expected = i.expected;
        return saw(variable.compare_exchange_weak(expected, i.value) ? 1 : 0);
      }
      case Do::lock:
        return mutex.lock();
      case Do::unlock:
        return mutex.unlock();
      case Do::try_lock:
        return try_it(mutex, mutex.try_lock(), &std::mutex::unlock);
      case Do::read_lock:
        return shared.lock_shared();
      case Do::read_unlock:
        return shared.unlock_shared();
      case Do::write_lock:
        return shared.lock();
      case Do::write_unlock:
        return shared.unlock();
      case Do::try_read:
        return try_it(shared, shared.try_lock_shared(), &std::shared_mutex::unlock_shared);
      case Do::try_write:
        return try_it(shared, shared.try_lock(), &std::shared_mutex::unlock);
      default:
        return rarer(i);
    }
  }

  void rarer(const Instruction& i) {
    std::atomic<int>& variable = w_.variables[i.object];
    std::condition_variable& condition = w_.conditions[i.object];
    switch (i.what) {
      case Do::wait_until: {
        std::unique_lock hold(w_.mutexes[i.object]);
        condition.wait(hold, [&] { return variable.load() == i.value; });
        return;
      }
      case Do::wait_once: {
        std::unique_lock hold(w_.mutexes[i.object]);
        condition.wait(hold);
        return;
      }
      case Do::wait_held: {
        std::unique_lock hold(w_.mutexes[i.object], std::adopt_lock);
        condition.wait(hold);
        hold.release();
        return;
      }
      case Do::wait_for: {
        std::unique_lock hold(w_.mutexes[i.object]);
        const auto status = condition.wait_for(hold, std::chrono::milliseconds(i.value));
        return saw(status == std::cv_status::timeout ? 1 : 0);
      }
      case Do::sleep:
        return std::this_thread::sleep_for(std::chrono::milliseconds(i.value));
      case Do::notify_one:
        return condition.notify_one();
      case Do::notify_all:
        return condition.notify_all();
      case Do::call_once:
        return std::call_once(w_.onces[i.object], [&] { variable.fetch_add(i.value); });
      case Do::spawn:
        w_.threads[static_cast<unsigned>(i.value)] =
            std::thread([&w = w_, &p = program_, n = static_cast<unsigned>(i.value)] {
              run_thread(w, p, n, 0, p.threads[n].size());
            });
        return;
      case Do::join:
        return w_.threads[static_cast<unsigned>(i.value)].join();
      case Do::futex_wait:
        return variable.wait(i.value);
      case Do::futex_notify:
        return variable.notify_all();
      case Do::sys_wait:
        return saw(syscall(SYS_futex, &variable, FUTEX_WAIT, i.value, nullptr) == 0 ? 1 : 0);
      case Do::sys_wake:
        return saw(static_cast<int>(syscall(SYS_futex, &variable, FUTEX_WAKE, i.value)));
      default:
        return;
    }
  }

  World& w_;
  const Program& program_;
  unsigned thread_;
};

}  // namespace

World* new_world() { return new World; }

void run_thread(World& world, const Program& program, unsigned thread, std::size_t begin,
                std::size_t end) {
  Interpreter(world, program, thread).run(begin, end);
}

void read_out(const World& world, Ended& ended) {
  ended.seen = world.seen;
  for (unsigned v = 0; v < objects; ++v) {
    ended.variables[v] = world.variables[v].load();
  }
}

}  // namespace oncelab::small
