// Zoo: State that belongs to a thread or to the process, exceptions, and ways to die.
#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

#include <oncelab/core/lab/runtime/runtime_zoo.hpp>

namespace oncelab::zoo {
namespace {

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

int random_numbers() {
  std::random_device d;
  const unsigned a = d();
  const unsigned b = d();
  return a != b && std::thread::hardware_concurrency() == 2 ? 1 : 0;
}

int static_string() {  // plain accesses of what a function-local static initialised: no race
  auto get = []() -> const std::string& {
    static const std::string text(40, 'x');
    return text;
  };
  std::size_t a = 0;
  std::size_t b = 0;
  both([&] { a = get().size(); }, [&] { b = get().size(); });
  return a == 40 && b == 40 ? 1 : 0;
}

int exceptions_on_two_threads() {  // the C++ runtime reuses the memory of an exception: no race
  auto f = [] {
    try {
      throw 1;
    } catch (int& e) {
      e += 1;
    }
  };
  both(f, f);
  return 1;
}

int string_copy_race() {  // a race inside memcpy
  std::string text(40, 'x');
  std::string copy;
  both([&] { copy = text; }, [&] { text[20] = 'y'; });
  return 1;
}

int reads_outside() {
  const std::string copy(outside(), outside_bytes);
  return copy.size() == outside_bytes ? 1 : 0;
}

int leaves_by_exit() { std::_Exit(3); }

constexpr Program programs[] = {
    {"static_string", static_string},
    {"exceptions_on_two_threads", exceptions_on_two_threads},
    {"string_copy_race", string_copy_race},
    {"leaves_by_exit", leaves_by_exit},
    {"reads_outside", reads_outside},
    {"call_once_twice", call_once_twice},
    {"local_static", local_static},
    {"statics_are_restored", statics_are_restored},
    {"thread_locals", thread_locals},
    {"exceptions_across_switches", exceptions_across_switches},
    {"exception_leaves_thread", exception_leaves_thread},
    {"noexcept_terminates", noexcept_terminates},
    {"use_after_free", use_after_free},
    {"null_pointer", null_pointer},
    {"deep_recursion", deep_recursion},
    {"random_numbers", random_numbers},
};

}  // namespace

std::span<const Program> state() { return programs; }

}  // namespace oncelab::zoo
