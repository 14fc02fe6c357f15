// Zoo: Condition variables, atomic waits and sleeping.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include <oncelab/core/lab/runtime/runtime_zoo.hpp>

namespace oncelab::zoo {
namespace {

using namespace std::chrono_literals;

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

constexpr Program programs[] = {
    {"condition_handover", condition_handover},
    {"lost_wakeup", lost_wakeup},
    {"condition_timed", condition_timed},
    {"notify_one_chooses", notify_one_chooses},
    {"sleeping", sleeping},
    {"condition_any", condition_any},
    {"atomic_wait", atomic_wait},
};

}  // namespace

std::span<const Program> waits() { return programs; }

}  // namespace oncelab::zoo
