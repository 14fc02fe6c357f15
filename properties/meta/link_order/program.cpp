// Instrumented: shares templates with main.cpp, which is not.
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

extern "C" int link_order_program() {
  std::unordered_map<int, std::string> map;
  std::vector<int> order;
  std::mutex m;
  auto add = [&](int k) {
    const std::lock_guard hold(m);
    map.emplace(k, "some text that is not stored in place");
    order.push_back(k);
  };
  std::thread a(add, 1);
  std::thread b(add, 2);
  a.join();
  b.join();
  return static_cast<int>(map.size() + order.size());
}
