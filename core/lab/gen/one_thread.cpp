#include <oncelab/core/lab/gen/one_thread.hpp>

#include <atomic>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::gen::detail {

void enter_rapidcheck() {
  // An address of this thread's own. Thread ids are not asked for: the runtime answers those.
  static thread_local const char here = 0;
  static std::atomic<const char*> owner = nullptr;
  const char* first = nullptr;
  const bool one_thread_talks_to_rapidcheck =
      owner.compare_exchange_strong(first, &here) || first == &here;
  ONCELAB_ASSERT(one_thread_talks_to_rapidcheck);
}

}  // namespace oncelab::gen::detail
