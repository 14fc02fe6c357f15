// Instrumented code that is wrong on purpose. If the lab does not see it, the lab is broken.
#include <atomic>
#include <thread>

namespace {
void both(auto work) {
  std::thread a(work);
  std::thread b(work);
  a.join();
  b.join();
}
}  // namespace

// Two increments without a lock: a data race.
extern "C" int canary_data_race() {
  int n = 0;
  both([&n] { n = n + 1; });
  return n;
}

// A lost update without a data race: 1 instead of 2 under one preemption.
extern "C" int canary_lost_update() {
  std::atomic<int> n{0};
  both([&n] { n.store(n.load() + 1); });
  return n.load();
}
