#include <oncelab/core/lab/schedule/world_code.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace oncelab::worlds {

using std::chrono::milliseconds;

struct Memory {
  std::array<std::timed_mutex, memory_objects> mutexes;
  std::array<std::atomic<int>, memory_objects> variables{};
  std::array<std::mutex, memory_objects> waiting;
  std::array<std::condition_variable, memory_objects> conditions;
};

namespace {
Memory of_the_process;
}

Memory* new_memory() { return new Memory; }
Memory* static_memory() { return &of_the_process; }

void lock(Memory& memory, unsigned mutex) { memory.mutexes[mutex].lock(); }
void unlock(Memory& memory, unsigned mutex) { memory.mutexes[mutex].unlock(); }

int lock_for(Memory& memory, unsigned mutex, int ms) {
  const bool got = memory.mutexes[mutex].try_lock_for(milliseconds(ms));
  if (got) {
    memory.mutexes[mutex].unlock();
  }
  return got ? 1 : 0;
}

int add(Memory& memory, unsigned variable) { return memory.variables[variable].fetch_add(1); }
int load(Memory& memory, unsigned variable) { return memory.variables[variable].load(); }

int wait_for(Memory& memory, unsigned condition, int ms) {
  std::unique_lock hold(memory.waiting[condition]);
  const auto status = memory.conditions[condition].wait_for(hold, milliseconds(ms));
  return status == std::cv_status::timeout ? 1 : 0;
}

void notify(Memory& memory, unsigned condition) { memory.conditions[condition].notify_one(); }

int clock_ms() {
  return static_cast<int>(std::chrono::steady_clock::now().time_since_epoch() / milliseconds(1));
}

void sleep_ms(int ms) { std::this_thread::sleep_for(milliseconds(ms)); }

}  // namespace oncelab::worlds
