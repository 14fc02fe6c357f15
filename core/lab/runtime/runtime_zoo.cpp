#include <oncelab/core/lab/runtime/runtime_zoo.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace oncelab::zoo {
namespace {

using namespace std::chrono_literals;

template <class A, class B>
void both(A a, B b) {
  std::thread x(a);
  std::thread y(b);
  x.join();
  y.join();
}

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

int condition_handover() {
  std::mutex m;
  std::condition_variable c;
  bool go = false;
  int got = 0;
  both(
      [&] {
        std::unique_lock hold(m);
        c.wait(hold, [&] { return go; });
        got = 1;
      },
      [&] {
        {
          std::lock_guard hold(m);
          go = true;
        }
        c.notify_one();
      });
  return got;
}

int lost_wakeup() {
  std::mutex m;
  std::condition_variable c;
  bool go = false;
  both(
      [&] {
        bool seen = false;
        {
          std::lock_guard hold(m);
          seen = go;
        }
        if (!seen) {
          std::unique_lock hold(m);
          c.wait(hold);
        }
      },
      [&] {
        std::lock_guard hold(m);
        go = true;
        c.notify_one();
      });
  return 1;
}

int condition_timed() {  // 1: woken, 2: timed out
  std::mutex m;
  std::condition_variable c;
  bool go = false;
  int r = 0;
  both(
      [&] {
        std::unique_lock hold(m);
        r = c.wait_for(hold, 50ms, [&] { return go; }) ? 1 : 2;
      },
      [&] {
        {
          std::lock_guard hold(m);
          go = true;
        }
        c.notify_one();
      });
  return r;
}

int notify_one_chooses() {  // which of two waiters is woken first
  std::mutex m;
  std::condition_variable c;
  int tickets = 0;
  int first = 0;
  auto waiter = [&](int me) {
    std::unique_lock hold(m);
    c.wait(hold, [&] { return tickets > 0; });
    --tickets;
    if (first == 0) {
      first = me;
    }
  };
  std::thread a(waiter, 1);
  std::thread b(waiter, 2);
  for (int i = 0; i < 2; ++i) {
    {
      std::lock_guard hold(m);
      ++tickets;
    }
    c.notify_one();
  }
  a.join();
  b.join();
  return first;
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

int call_once_twice() {
  std::once_flag once;
  std::atomic<int> n{0};
  int a = 0;
  int b = 0;
  both(
      [&] {
        std::call_once(once, [&] {
          ++n;
          ++n;
        });
        a = n;
      },
      [&] {
        std::call_once(once, [&] {
          ++n;
          ++n;
        });
        b = n;
      });
  return n == 2 && a == 2 && b == 2 ? 1 : 0;
}

struct Slow {
  std::atomic<int> v{0};
  Slow() {
    ++v;
    ++v;
  }
};

int local_static() {
  auto get = []() -> Slow& {
    static Slow s;
    return s;
  };
  int a = 0;
  int b = 0;
  both([&] { a = get().v; }, [&] { b = get().v; });
  return a == 2 && b == 2 ? 1 : 0;
}

int global_counter = 0;
std::map<int, std::string> global_map{{1, "one"}};
int statics_are_restored() {
  ++global_counter;
  global_map[global_counter + 1] = std::string(40, 'x');
  return global_counter == 1 && global_map.size() == 2 ? 1 : 0;
}

thread_local int local_counter = 0;
thread_local std::string local_string = "init";
int thread_locals() {
  std::mutex m;
  int bad = 0;
  auto f = [&](char c) {
    for (int i = 0; i < 3; ++i) {
      ++local_counter;
      std::lock_guard hold(m);
    }
    if (local_counter != 3 || local_string != "init") {
      std::lock_guard hold(m);
      ++bad;
    }
    local_string = std::string(40, c);
    {
      std::lock_guard hold(m);
    }
    if (local_string != std::string(40, c)) {
      std::lock_guard hold(m);
      ++bad;
    }
  };
  both([&] { f('a'); }, [&] { f('b'); });
  return bad == 0 ? 1 : 0;
}

int exceptions_across_switches() {
  std::mutex m;
  int ok = 0;
  auto body = [&](int k) {
    try {
      throw std::runtime_error(std::to_string(k));
    } catch (const std::exception& e) {
      std::lock_guard hold(m);
      try {
        throw k;
      } catch (int q) {
        m.unlock();
        m.lock();
        if (q == k && std::stoi(e.what()) == k) {
          ++ok;
        }
      }
    }
  };
  both([&] { body(1); }, [&] { body(2); });
  return ok == 2 && std::uncaught_exceptions() == 0 ? 1 : 0;
}

int exception_leaves_thread() {
  std::thread t([] { throw std::runtime_error("nobody catches this"); });
  t.join();
  return 1;
}

int noexcept_terminates() {
  auto f = []() noexcept {
    std::string s;
    (void)s.at(3);
  };
  f();
  return 1;
}

int sleeping() {
  std::atomic<int> a{0};
  const auto before = std::chrono::steady_clock::now();
  both(
      [&] {
        std::this_thread::sleep_for(10s);
        a = 1;
      },
      [] { std::this_thread::yield(); });
  return a == 1 && std::chrono::steady_clock::now() - before >= 10s ? 1 : 0;
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

int shared_pointer() {  // reference counts must be atomic, or this looks like a race
  auto p = std::make_shared<int>(3);
  int sum = 0;
  std::mutex m;
  auto f = [&] {
    const std::shared_ptr<int> copy = p;
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

int condition_any() {
  std::shared_mutex m;
  std::condition_variable_any c;
  bool go = false;
  int got = 0;
  both(
      [&] {
        std::shared_lock hold(m);
        c.wait(hold, [&] { return go; });
        got = 1;
      },
      [&] {
        {
          std::unique_lock hold(m);
          go = true;
        }
        c.notify_all();
      });
  return got;
}

int atomic_wait() {
  std::atomic<int> a{0};
  int got = 0;
  both(
      [&] {
        a.wait(0);
        got = a;
      },
      [&] {
        a = 7;
        a.notify_one();
      });
  return got == 7 ? 1 : 0;
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

template <class T>
T* hide(T* p) {  // from the optimiser and from warnings
  asm volatile("" : "+r"(p));
  return p;
}

int use_after_free() {
  std::string* const dangling = hide(new std::string(40, 'x'));
  delete dangling;
  return hide(dangling)->empty() ? 2 : 1;
}

int null_pointer() {
  int* const p = hide<int>(nullptr);
  return *p;
}

int recurse(int n) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(n);
  return n == 0 ? 0 : recurse(n - 1) + frame[0];
}
int deep_recursion() { return recurse(100'000) + 1; }

int foreign_unlock() {
  std::mutex m;
  m.unlock();
  return 1;
}

int random_numbers() {
  std::random_device d;
  const unsigned a = d();
  const unsigned b = d();
  return a != b && std::thread::hardware_concurrency() == 2 ? 1 : 0;
}

constexpr Program all[] = {
#define ONCELAB_PROGRAM(name) {#name, name}
    ONCELAB_PROGRAM(mutex_counter),
    ONCELAB_PROGRAM(unlocked_counter),
    ONCELAB_PROGRAM(atomic_counter_torn),
    ONCELAB_PROGRAM(lock_order_deadlock),
    ONCELAB_PROGRAM(condition_handover),
    ONCELAB_PROGRAM(lost_wakeup),
    ONCELAB_PROGRAM(condition_timed),
    ONCELAB_PROGRAM(notify_one_chooses),
    ONCELAB_PROGRAM(shared_mutex_readers),
    ONCELAB_PROGRAM(call_once_twice),
    ONCELAB_PROGRAM(local_static),
    ONCELAB_PROGRAM(statics_are_restored),
    ONCELAB_PROGRAM(thread_locals),
    ONCELAB_PROGRAM(exceptions_across_switches),
    ONCELAB_PROGRAM(exception_leaves_thread),
    ONCELAB_PROGRAM(noexcept_terminates),
    ONCELAB_PROGRAM(sleeping),
    ONCELAB_PROGRAM(spin_flag),
    ONCELAB_PROGRAM(shared_pointer),
    ONCELAB_PROGRAM(recursive),
    ONCELAB_PROGRAM(try_locks),
    ONCELAB_PROGRAM(timed_mutex),
    ONCELAB_PROGRAM(condition_any),
    ONCELAB_PROGRAM(atomic_wait),
    ONCELAB_PROGRAM(release_acquire),
    ONCELAB_PROGRAM(relaxed_publication),
    ONCELAB_PROGRAM(use_after_free),
    ONCELAB_PROGRAM(null_pointer),
    ONCELAB_PROGRAM(deep_recursion),
    ONCELAB_PROGRAM(foreign_unlock),
    ONCELAB_PROGRAM(random_numbers),
    {nullptr, nullptr}};

}  // namespace

const Program* programs() { return all; }

const Program* find(const char* name) {
  for (const Program* p = all; p->name != nullptr; ++p) {
    if (std::strcmp(p->name, name) == 0) {
      return p;
    }
  }
  return nullptr;
}

}  // namespace oncelab::zoo
