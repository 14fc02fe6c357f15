// malloc and operator new. Allocations made by instrumented code come from the arenas, all others
// from the process heap; either side may free what the other allocated.
// Left out of builds with AddressSanitizer, which brings its own allocator.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include <oncelab/core/lab/runtime/entry.hpp>
#include <oncelab/core/lab/runtime/races.hpp>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace oncelab::runtime::detail {
namespace {

void* from_boot_arena(std::size_t size, std::size_t alignment) {
  if (boot_arena.base() == nullptr) {
    reserve_region();
    boot_arena.attach(arena_of(boot_slot), arena_bytes);
  }
  return boot_arena.allocate(size, alignment);
}

void* allocate(std::size_t size, std::size_t alignment, const void* caller) {
  if (from_unit(caller)) {
    if (live()) {
      void* const p = engine.arenas[self()].allocate(size, alignment);
      if (p == nullptr) {
        end_run(OutcomeKind::arena_exhausted,
                thread_name(self()) + " allocated more than " +
                    std::to_string(arena_bytes >> 20U) + " MiB in one run");
      }
      return p;
    }
    if (!engine.sealed) {
      return from_boot_arena(size, alignment);
    }
  }
  return alignment > alignof(std::max_align_t) ? __libc_memalign(alignment, size)
                                               : __libc_malloc(size);
}

bool from_arena(const void* p) { return in_arena(reinterpret_cast<std::uintptr_t>(p)); }

void release_block(void* p, const void* caller) {
  if (p == nullptr) {
    return;
  }
  if (!from_arena(p)) {
    __libc_free(p);
    return;
  }
  if (!live()) {
    return;  // a value that left its run; the arena is reset before the next one
  }
  Block* const block = Arena::block_of(p);
  if (block->state != block_in_use) {
    end_run(OutcomeKind::memory_error, thread_name(self()) + " frees memory twice");
  }
  if (engine.options.detect_races) {
    access_free(reinterpret_cast<std::uintptr_t>(p), block->size, caller);
  }
  block->state = block_freed;
}

void* allocate_or_throw(std::size_t size, std::size_t alignment, const void* caller) {
  void* const p = allocate(size, alignment, caller);
  if (p == nullptr) {
    throw std::bad_alloc();
  }
  return p;
}

}  // namespace
}  // namespace oncelab::runtime::detail

using namespace oncelab::runtime::detail;

ONCELAB_ENTRY void* malloc(std::size_t size) noexcept {
  return allocate(size, alignof(std::max_align_t), ONCELAB_CALLER);
}

ONCELAB_ENTRY void free(void* p) noexcept { release_block(p, ONCELAB_CALLER); }

ONCELAB_ENTRY void* calloc(std::size_t count, std::size_t size) noexcept {
  if (!from_unit(ONCELAB_CALLER)) {
    return __libc_calloc(count, size);
  }
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* const p = allocate(bytes, alignof(std::max_align_t), ONCELAB_CALLER);
  return p == nullptr || from_arena(p) ? p : std::memset(p, 0, bytes);
}

ONCELAB_ENTRY void* realloc(void* p, std::size_t size) noexcept {
  const bool arena = p != nullptr && from_arena(p);
  if (!arena && (p != nullptr || !from_unit(ONCELAB_CALLER))) {
    return __libc_realloc(p, size);
  }
  void* const q = allocate(size, alignof(std::max_align_t), ONCELAB_CALLER);
  if (arena && q != nullptr) {
    const std::size_t old = Arena::block_of(p)->size;
    std::memcpy(q, p, old < size ? old : size);
    release_block(p, ONCELAB_CALLER);
  }
  return q;
}

ONCELAB_ENTRY void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return allocate(size, alignment, ONCELAB_CALLER);
}

ONCELAB_ENTRY int posix_memalign(void** out, std::size_t alignment, std::size_t size) noexcept {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  *out = allocate(size, alignment, ONCELAB_CALLER);
  return *out == nullptr ? ENOMEM : 0;
}

void* operator new(std::size_t size) {
  return allocate_or_throw(size, alignof(std::max_align_t), ONCELAB_CALLER);
}
void* operator new[](std::size_t size) {
  return allocate_or_throw(size, alignof(std::max_align_t), ONCELAB_CALLER);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment), ONCELAB_CALLER);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment), ONCELAB_CALLER);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, alignof(std::max_align_t), ONCELAB_CALLER);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, alignof(std::max_align_t), ONCELAB_CALLER);
}
void operator delete(void* p) noexcept { release_block(p, ONCELAB_CALLER); }
void operator delete[](void* p) noexcept { release_block(p, ONCELAB_CALLER); }
void operator delete(void* p, std::size_t) noexcept { release_block(p, ONCELAB_CALLER); }
void operator delete[](void* p, std::size_t) noexcept { release_block(p, ONCELAB_CALLER); }
void operator delete(void* p, std::align_val_t) noexcept { release_block(p, ONCELAB_CALLER); }
void operator delete[](void* p, std::align_val_t) noexcept { release_block(p, ONCELAB_CALLER); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
  release_block(p, ONCELAB_CALLER);
}
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept {
  release_block(p, ONCELAB_CALLER);
}
