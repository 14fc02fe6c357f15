#include <oncelab/core/lab/schedule/random.hpp>

#include <bit>

namespace oncelab::schedule {

RandomWalk::RandomWalk(Seed seed) : prng_(Prng(seed).split("random walk")) {}

unsigned RandomWalk::choose_thread(const runtime::DecisionView& view) {
  std::uint64_t options = view.options;
  auto skip = prng_.below(static_cast<std::uint64_t>(std::popcount(options)));
  for (; skip > 0; --skip) {
    options &= options - 1;
  }
  return static_cast<unsigned>(std::countr_zero(options));
}

unsigned RandomWalk::choose_value(const runtime::DecisionView&, runtime::OpKind, unsigned options) {
  return static_cast<unsigned>(prng_.below(options));
}

}  // namespace oncelab::schedule
