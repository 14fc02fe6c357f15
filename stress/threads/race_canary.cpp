// A data race on real threads that ThreadSanitizer must report: run by the tsan presets only.
#include <latch>
#include <thread>

int main() {
  int n = 0;
  std::latch start(2);
  auto add = [&] {
    start.arrive_and_wait();
    n = n + 1;
  };
  std::thread a(add);
  std::thread b(add);
  a.join();
  b.join();
  return n == 0 ? 1 : 0;
}
