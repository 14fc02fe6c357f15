// An order repository without its lock, on real threads: a data race that ThreadSanitizer must
// report. Run by the tsan presets only, and ended by the first report: what would follow is
// undefined.
#include <latch>
#include <oncelab/core/layers/domain/mark_paid.hpp>
#include <oncelab/properties/mutants/unlocked.hpp>
#include <thread>

int main() {
  using namespace oncelab;
  mutants::UnlockedOrderRepository orders;
  domain::Order order;
  order.id = "o1";
  order.natural_key = "cart";
  order.state = domain::OrderState::inventory_reserved;
  if (orders.insert(order) != domain::InsertResult::inserted) {
    return 1;
  }
  std::latch start(2);
  const auto pay = [&](const char* reference) {
    start.arrive_and_wait();
    static_cast<void>(domain::mark_paid(orders, "o1", {1000, reference}));
  };
  std::thread one(pay, "ref1");
  std::thread other(pay, "ref2");
  one.join();
  other.join();
  return 0;
}
