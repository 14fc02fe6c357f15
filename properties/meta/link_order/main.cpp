// Not instrumented, and uses the same templates as program.cpp. Prints a hash of a run in which
// every memory access is a step: if the linker mixed up the two copies, steps would be missing.
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include <oncelab/core/lab/runtime/runtime.hpp>

extern "C" int link_order_program();

namespace {

using namespace oncelab;

class AlwaysLast final : public runtime::Chooser {
 public:
  unsigned choose_thread(const runtime::DecisionView& view) override {
    unsigned last = 0;
    for (unsigned t = 0; t < view.threads; ++t) {
      last = (view.options >> t & 1U) != 0 ? t : last;
    }
    return last;
  }
  unsigned choose_value(const runtime::DecisionView&, runtime::OpKind, unsigned) override {
    return 0;
  }
};

class Subject final : public runtime::Subject {
 public:
  [[nodiscard]] unsigned clients() const override { return 1; }
  void set_up() override {}
  void client(ClientId) override { result = link_order_program(); }
  void finish() override {}
  void on_call(ClientId, std::uint32_t, std::uint32_t) override {}
  int result = 0;
};

// The uninstrumented copies of the templates must exist.
std::size_t use_the_same_templates() {
  std::unordered_map<int, std::string> map;
  std::vector<int> order;
  std::mutex m;
  auto add = [&](int k) {
    const std::lock_guard hold(m);
    map.emplace(k, "some text that is not stored in place");
    order.push_back(k);
  };
  std::thread a(add, 1);
  a.join();
  std::thread b(add, 2);
  b.join();
  return map.size() + order.size();
}

}  // namespace

int main() {
  Subject subject;
  AlwaysLast chooser;
  runtime::RunOptions options;
  options.plain_accesses_are_steps = true;
  runtime::RunTrace trace;
  const auto outcome = runtime::run(subject, chooser, options, trace);
  if (outcome.kind != runtime::OutcomeKind::finished || subject.result != 4 ||
      use_the_same_templates() != 4) {
    std::printf("unexpected: %s %s\n", runtime::name_of(outcome.kind), outcome.text.c_str());
    return 1;
  }
  std::printf("%zu steps, trace %016llx\n", trace.steps.size(),
              static_cast<unsigned long long>(runtime::trace_hash(trace)));
  return trace.steps.size() > 100 ? 0 : 1;
}
