#include <oncelab/core/lab/schedule/random.hpp>

#include <bit>

namespace oncelab::schedule {

unsigned RandomWalk::choose_thread(const runtime::DecisionView& view) {
  if (view.by_world != 0) [[unlikely]] {
    return choose_with_world(view);
  }
  std::uint64_t options = view.options;
  auto skip = prng().below(static_cast<std::uint64_t>(std::popcount(options)));
  for (; skip > 0; --skip) {
    options &= options - 1;
  }
  return static_cast<unsigned>(std::countr_zero(options));
}

}  // namespace oncelab::schedule
