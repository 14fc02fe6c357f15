#include <oncelab/core/lab/runtime/crash_zoo.hpp>

#include <chrono>
#include <mutex>
#include <thread>

namespace oncelab::zoo {
namespace {

std::mutex mutex;
int counter = 0;

struct Guard {
  explicit Guard(Outside& o) : outside(o) {}
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard() { ++outside.destroyed; }
  Outside& outside;
};

}  // namespace

void count_in_static_memory(Outside& outside) {
  ++outside.begun;
  const Guard guard(outside);
  for (int i = 0; i < 2; ++i) {
    const std::lock_guard hold(mutex);
    ++counter;
    outside.most_seen = counter > outside.most_seen ? counter : outside.most_seen;
  }
  ++outside.ended;
}

void count_on_a_thread(Outside& outside) {
  std::thread helper([&] {
    count_in_static_memory(outside);
    ++outside.helpers;
  });
  helper.join();
}

std::int64_t read_clock() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

void lock_twice() {
  mutex.lock();
  mutex.lock();
}

void sleep_ns(std::int64_t ns) { std::this_thread::sleep_for(std::chrono::nanoseconds(ns)); }

}  // namespace oncelab::zoo
