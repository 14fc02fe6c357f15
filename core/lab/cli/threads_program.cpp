// Instrumented programs for threads_test.cpp: their failures are printed with their own lines.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace {

struct Account {
  std::mutex mutex;
  int cents = 0;
  void set(int amount) {
    const std::lock_guard hold(mutex);
    cents = amount;
  }
};

}  // namespace

extern "C" int program_race() {
  // On the heap: clang 19 does not instrument fields of local variables.
  const auto account = std::make_unique<Account>();
  std::thread other([&] { account->set(1); });
  account->cents = 2;  // without the lock
  other.join();
  return account->cents;
}

extern "C" int program_deadlock() {
  std::mutex a;
  std::mutex b;
  std::thread other([&] {
    const std::lock_guard hold_b(b);
    const std::lock_guard hold_a(a);
  });
  {
    const std::lock_guard hold_a(a);
    const std::lock_guard hold_b(b);
  }
  other.join();
  return 0;
}
