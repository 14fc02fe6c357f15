// Heap of the program. The unit's calls of malloc, operator new and so on are renamed when it is
// linked (cmake/unit.symbols) and arrive here; they are served by the arenas. Everything else in
// the process keeps its own allocator. Memory of an arena may be freed by anybody: free() of the
// whole executable looks (except under AddressSanitizer, which owns free()).
#include <malloc.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include <oncelab/core/lab/runtime/entry.hpp>
#include <oncelab/core/lab/runtime/races.hpp>

#ifdef ONCELAB_ASAN
#define ONCELAB_OWN_FREE 0
#else
#define ONCELAB_OWN_FREE 1
#endif

#if ONCELAB_OWN_FREE
extern "C" {
void __libc_free(void*);
void* __libc_realloc(void*, std::size_t);
}
#else
#define __libc_free std::free
#define __libc_realloc std::realloc
#endif

namespace oncelab::runtime::detail {
namespace {

void* from_boot_arena(std::size_t size, std::size_t alignment) {
  if (boot_arena.base() == nullptr) {
    reserve_region();
    boot_arena.attach(arena_of(boot_slot), arena_bytes);
  }
  return boot_arena.allocate(size, alignment);
}

void* allocate(std::size_t size, std::size_t alignment) {
  if (live()) {
    void* const p = engine.arenas[self()].allocate(size, alignment);
    if (p == nullptr) {
      end_run(OutcomeKind::arena_exhausted, thread_name(self()) + " allocated more than " +
                                                std::to_string(arena_bytes >> 20U) +
                                                " MiB in one run");
    }
    return p;
  }
  if (!engine.sealed) {
    return from_boot_arena(size, alignment);
  }
  // Instrumented code called between runs.
  return alignment > alignof(std::max_align_t)
             ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
             : std::malloc(size);
}

bool from_arena(const void* p) { return in_arena(reinterpret_cast<std::uintptr_t>(p)); }

void release_block(void* p, const void* caller) {
  if (p == nullptr) {
    return;
  }
  if (!from_arena(p)) {
#if ONCELAB_OWN_FREE
    if (live() && engine.options.detect_races) {
      // The process heap will hand out this address again, maybe to another thread.
      forget_accesses(reinterpret_cast<std::uintptr_t>(p), malloc_usable_size(p));
    }
#endif
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

void* reallocate(void* p, std::size_t size, const void* caller) {
  void* const q = allocate(size, alignof(std::max_align_t));
  if (p != nullptr && q != nullptr) {
    const std::size_t old = Arena::block_of(p)->size;
    std::memcpy(q, p, old < size ? old : size);
    release_block(p, caller);
  }
  return q;
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* const p = allocate(size, alignment);
  if (p == nullptr) {
    throw std::bad_alloc();
  }
  return p;
}

constexpr std::size_t ordinary = alignof(std::max_align_t);

}  // namespace
}  // namespace oncelab::runtime::detail

using namespace oncelab::runtime::detail;

ONCELAB_ENTRY void* oncelab_unit_malloc(std::size_t size) noexcept {
  return allocate(size, ordinary);
}
ONCELAB_ENTRY void oncelab_unit_free(void* p) noexcept { release_block(p, ONCELAB_CALLER); }
ONCELAB_ENTRY void* oncelab_unit_calloc(std::size_t count, std::size_t size) noexcept {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* const p = allocate(bytes, ordinary);
  return p == nullptr || from_arena(p) ? p : std::memset(p, 0, bytes);
}
ONCELAB_ENTRY void* oncelab_unit_realloc(void* p, std::size_t size) noexcept {
  return p == nullptr || from_arena(p) ? reallocate(p, size, ONCELAB_CALLER)
                                       : __libc_realloc(p, size);
}
ONCELAB_ENTRY void* oncelab_unit_aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
    errno = EINVAL;
    return nullptr;
  }
  return allocate(size, alignment);
}
ONCELAB_ENTRY int oncelab_unit_posix_memalign(void** out, std::size_t alignment,
                                              std::size_t size) noexcept {
  if (alignment == 0 || alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  *out = allocate(size, alignment);
  return *out == nullptr ? ENOMEM : 0;
}
ONCELAB_ENTRY void* oncelab_unit_new(std::size_t size) { return allocate_or_throw(size, ordinary); }
ONCELAB_ENTRY void* oncelab_unit_new_aligned(std::size_t size, std::size_t alignment) {
  return allocate_or_throw(size, alignment);
}
ONCELAB_ENTRY void* oncelab_unit_new_nothrow(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, ordinary);
}
ONCELAB_ENTRY void* oncelab_unit_new_aligned_nothrow(std::size_t size, std::size_t alignment,
                                                     const std::nothrow_t&) noexcept {
  return allocate(size, alignment);
}
// All forms of operator delete: what follows the pointer does not matter here.
ONCELAB_ENTRY void oncelab_unit_delete(void* p) noexcept { release_block(p, ONCELAB_CALLER); }

// The names that unit.symbols gives to the operators: each needs one of its own.
#define ONCELAB_ALIAS(target) extern "C" __attribute__((visibility("default"), alias(#target)))
ONCELAB_ALIAS(oncelab_unit_new)
void* oncelab_unit_Znwm(std::size_t);
ONCELAB_ALIAS(oncelab_unit_new_aligned)
void* oncelab_unit_ZnwmSt11align_val_t(std::size_t, std::size_t);
ONCELAB_ALIAS(oncelab_unit_new_nothrow)
void* oncelab_unit_ZnwmRKSt9nothrow_t(std::size_t, const std::nothrow_t&) noexcept;
ONCELAB_ALIAS(oncelab_unit_new_aligned_nothrow)
void* oncelab_unit_ZnwmSt11align_val_tRKSt9nothrow_t(std::size_t, std::size_t,
                                                     const std::nothrow_t&) noexcept;
ONCELAB_ALIAS(oncelab_unit_new)
void* oncelab_unit_Znam(std::size_t);
ONCELAB_ALIAS(oncelab_unit_new_aligned)
void* oncelab_unit_ZnamSt11align_val_t(std::size_t, std::size_t);
ONCELAB_ALIAS(oncelab_unit_new_nothrow)
void* oncelab_unit_ZnamRKSt9nothrow_t(std::size_t, const std::nothrow_t&) noexcept;
ONCELAB_ALIAS(oncelab_unit_new_aligned_nothrow)
void* oncelab_unit_ZnamSt11align_val_tRKSt9nothrow_t(std::size_t, std::size_t,
                                                     const std::nothrow_t&) noexcept;
ONCELAB_ALIAS(oncelab_unit_delete)
void oncelab_unit_ZdlPv(void*) noexcept;
ONCELAB_ALIAS(oncelab_unit_delete)
void oncelab_unit_ZdlPvm(void*) noexcept;
ONCELAB_ALIAS(oncelab_unit_delete)
void oncelab_unit_ZdlPvSt11align_val_t(void*) noexcept;
ONCELAB_ALIAS(oncelab_unit_delete)
void oncelab_unit_ZdlPvmSt11align_val_t(void*) noexcept;
ONCELAB_ALIAS(oncelab_unit_delete)
void oncelab_unit_ZdlPvRKSt9nothrow_t(void*) noexcept;
ONCELAB_ALIAS(oncelab_unit_delete)
void oncelab_unit_ZdlPvSt11align_val_tRKSt9nothrow_t(void*) noexcept;
ONCELAB_ALIAS(oncelab_unit_delete)
void oncelab_unit_ZdaPv(void*) noexcept;
ONCELAB_ALIAS(oncelab_unit_delete)
void oncelab_unit_ZdaPvm(void*) noexcept;
ONCELAB_ALIAS(oncelab_unit_delete)
void oncelab_unit_ZdaPvSt11align_val_t(void*) noexcept;
ONCELAB_ALIAS(oncelab_unit_delete)
void oncelab_unit_ZdaPvmSt11align_val_t(void*) noexcept;
ONCELAB_ALIAS(oncelab_unit_delete)
void oncelab_unit_ZdaPvRKSt9nothrow_t(void*) noexcept;
ONCELAB_ALIAS(oncelab_unit_delete)
void oncelab_unit_ZdaPvSt11align_val_tRKSt9nothrow_t(void*) noexcept;

#if ONCELAB_OWN_FREE
ONCELAB_ENTRY void free(void* p) noexcept { release_block(p, ONCELAB_CALLER); }
ONCELAB_ENTRY void* realloc(void* p, std::size_t size) noexcept {
  return p != nullptr && from_arena(p) ? reallocate(p, size, ONCELAB_CALLER)
                                       : __libc_realloc(p, size);
}
#endif
