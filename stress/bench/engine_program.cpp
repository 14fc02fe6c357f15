// Instrumented programs of the engine benchmark.
#include <atomic>
#include <oncelab/stress/bench/engine_program.hpp>

namespace oncelab::bench {

void store_steps(void* counter, unsigned steps) {
  auto& c = *static_cast<std::atomic<unsigned>*>(counter);
  for (unsigned i = 0; i < steps; ++i) {
    c.store(i);
  }
}

void* new_counter() { return new std::atomic<unsigned>(0); }

}  // namespace oncelab::bench
