// The functions that -fsanitize=thread makes compilers call at every memory access and atomic
// operation. Ours feed the scheduler and the race detector.
// Interface: LLVM's and GCC's instrumentation (tsan_interface.h, tsan_interface_atomic.h).
#include <cstring>

#include <oncelab/core/lab/runtime/entry.hpp>
#include <oncelab/core/lab/runtime/plain_access.hpp>
#include <oncelab/core/lab/runtime/races.hpp>

namespace oncelab::runtime::detail {
namespace {

// A scheduling point, if plain accesses are to be any.
void step(std::uintptr_t address, bool write, const void* caller) {
  if (engine.options.plain_accesses_are_steps && !thread_locals.contains(address)) {
    const std::uint32_t index = object_at(reinterpret_cast<const void*>(address & ~7UL));
    park(write ? OpKind::plain_write : OpKind::plain_read, index, nullptr, caller);
    if (write) {
      note_write(index);
    }
  }
}

void plain(const volatile void* p, std::size_t bytes, bool write, const void* caller) {
  if (!live()) {
    return;
  }
  const auto address = reinterpret_cast<std::uintptr_t>(p);
  step(address, write, caller);
  access(address, bytes, write ? AccessKind::write : AccessKind::read, caller);
}

}  // namespace

void plain_range(const void* p, std::size_t bytes, bool write, const void* caller) {
  if (bytes > 0) {
    plain(p, bytes, write, caller);
  }
}

}  // namespace oncelab::runtime::detail

using namespace oncelab::runtime;
using namespace oncelab::runtime::detail;

ONCELAB_ENTRY void __tsan_init() {}
ONCELAB_ENTRY void __tsan_func_entry(void*) {}
ONCELAB_ENTRY void __tsan_func_exit() {}
ONCELAB_ENTRY void __tsan_ignore_thread_begin() {}
ONCELAB_ENTRY void __tsan_ignore_thread_end() {}

ONCELAB_ENTRY void __tsan_vptr_update(void** p, void* value) {
  if (!live()) {
    return;
  }
  const auto address = reinterpret_cast<std::uintptr_t>(p);
  // What the memory held before may be left over from another run: it must not decide about steps.
  step(address, true, ONCELAB_CALLER);
  if (*p != value) {  // a destructor that stores the pointer once more races with nobody
    access(address, sizeof *p, AccessKind::write, ONCELAB_CALLER);
  }
}
ONCELAB_ENTRY void __tsan_vptr_read(void** p) { plain(p, sizeof *p, false, ONCELAB_CALLER); }
ONCELAB_ENTRY void __tsan_read_range(void* p, std::size_t n) { plain(p, n, false, ONCELAB_CALLER); }
ONCELAB_ENTRY void __tsan_write_range(void* p, std::size_t n) { plain(p, n, true, ONCELAB_CALLER); }

ONCELAB_ENTRY void* __tsan_memcpy(void* to, const void* from, std::size_t n) {
  plain(from, n, false, ONCELAB_CALLER);
  plain(to, n, true, ONCELAB_CALLER);
  return std::memcpy(to, from, n);
}
ONCELAB_ENTRY void* __tsan_memmove(void* to, const void* from, std::size_t n) {
  plain(from, n, false, ONCELAB_CALLER);
  plain(to, n, true, ONCELAB_CALLER);
  return std::memmove(to, from, n);
}
ONCELAB_ENTRY void* __tsan_memset(void* to, int value, std::size_t n) {
  plain(to, n, true, ONCELAB_CALLER);
  return std::memset(to, value, n);
}

#define ONCELAB_PLAIN(prefix, n, write) \
  ONCELAB_ENTRY void __tsan_##prefix##n(void* p) { plain(p, n, write, ONCELAB_CALLER); }
#define ONCELAB_READ_WRITE(prefix, n)              \
  ONCELAB_ENTRY void __tsan_##prefix##n(void* p) { \
    plain(p, n, false, ONCELAB_CALLER);            \
    plain(p, n, true, ONCELAB_CALLER);             \
  }
#define ONCELAB_PLAIN_ALL(n)                       \
  ONCELAB_PLAIN(read, n, false)                    \
  ONCELAB_PLAIN(write, n, true)                    \
  ONCELAB_PLAIN(unaligned_read, n, false)          \
  ONCELAB_PLAIN(unaligned_write, n, true)          \
  ONCELAB_PLAIN(volatile_read, n, false)           \
  ONCELAB_PLAIN(volatile_write, n, true)           \
  ONCELAB_PLAIN(unaligned_volatile_read, n, false) \
  ONCELAB_PLAIN(unaligned_volatile_write, n, true) \
  ONCELAB_READ_WRITE(read_write, n)                \
  ONCELAB_READ_WRITE(unaligned_read_write, n)

ONCELAB_PLAIN_ALL(1)
ONCELAB_PLAIN_ALL(2)
ONCELAB_PLAIN_ALL(4)
ONCELAB_PLAIN_ALL(8)
ONCELAB_PLAIN_ALL(16)
