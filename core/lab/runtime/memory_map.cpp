#include <oncelab/core/lab/runtime/memory_map.hpp>

#include <link.h>
#include <sys/mman.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
extern char __start_oncelab_data[] __attribute__((weak));
extern char __stop_oncelab_data[] __attribute__((weak));
extern char __start_oncelab_bss[] __attribute__((weak));
extern char __stop_oncelab_bss[] __attribute__((weak));
/// Returns the calling thread's bounds of the unit's thread-local parts (unit_begin.cpp).
void oncelab_unit_tls(const char* bounds[4]) __attribute__((weak));
}

namespace oncelab::runtime::detail {

Range libstdcxx;
Range thread_locals;

namespace {

Range range(const char* begin, const char* end) {
  return {reinterpret_cast<std::uintptr_t>(begin), reinterpret_cast<std::uintptr_t>(end)};
}

// The executable's PT_TLS: initial image and the distance from its start to the thread pointer.
struct TlsSegment {
  const char* image = nullptr;
  std::size_t before_thread_pointer = 0;
};

int find_tls(dl_phdr_info* info, std::size_t, void* out) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type == PT_TLS) {
      auto* segment = static_cast<TlsSegment*>(out);
      segment->image = reinterpret_cast<const char*>(info->dlpi_addr + header.p_vaddr);
      segment->before_thread_pointer =
          (header.p_memsz + header.p_align - 1) / header.p_align * header.p_align;
    }
  }
  return 1;  // the executable comes first; the others are of no interest
}

std::uintptr_t thread_pointer() {
  std::uintptr_t value;
  asm volatile("mov %%fs:0, %0" : "=r"(value));
  return value;
}

Unit find_unit() {
  Unit u;
  u.data = range(__start_oncelab_data, __stop_oncelab_data);
  u.bss = range(__start_oncelab_bss, __stop_oncelab_bss);
  if (oncelab_unit_tls != nullptr) {
    const char* bounds[4];
    oncelab_unit_tls(bounds);
    u.tdata = range(bounds[0], bounds[1]);
    u.tbss = range(bounds[2], bounds[3]);
    TlsSegment segment;
    dl_iterate_phdr(find_tls, &segment);
    const auto start = thread_pointer() - segment.before_thread_pointer;
    u.tdata_initial = segment.image + (u.tdata.begin - start);
  }
  return u;
}

int find_thread_locals(dl_phdr_info* info, std::size_t, void* out) {
  // Static thread-local blocks lie right below the thread pointer; later ones are elsewhere.
  constexpr std::uintptr_t near = 1U << 20U;
  const auto block = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data);
  auto* const range = static_cast<Range*>(out);
  if (block != 0 && range->end - block < near && block < range->begin) {
    range->begin = block;
  }
  return 0;
}

int find_libstdcxx(dl_phdr_info* info, std::size_t, void* out) {
  if (std::strstr(info->dlpi_name, "libstdc++.so") == nullptr) {
    return 0;
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type == PT_LOAD && (header.p_flags & PF_X) != 0) {
      const auto begin = info->dlpi_addr + header.p_vaddr;
      *static_cast<Range*>(out) = {begin, begin + header.p_memsz};
    }
  }
  return 1;
}

}  // namespace

const Unit& unit() {
  static const Unit found = find_unit();
  return found;
}

void no_address_space(std::size_t bytes, const char* for_what) {
  std::fprintf(
      stderr,
      "oncelab: cannot have %zu KiB of address space for %s: %s; lift the limit on virtual "
      "memory (ulimit -v unlimited, vm.overcommit_memory not 2)\n",
      bytes >> 10U, for_what, std::strerror(errno));
  std::_Exit(69);
}

void reserve_region() {
  static bool done = false;
  if (done) {
    return;
  }
  done = true;
  dl_iterate_phdr(find_libstdcxx, &libstdcxx);
  thread_locals = {thread_pointer(), thread_pointer()};
  dl_iterate_phdr(find_thread_locals, &thread_locals);
  void* const wanted = reinterpret_cast<void*>(region_base);
  void* const got = mmap(wanted, region_bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != wanted) {
    no_address_space(region_bytes, "the heaps and stacks of the code under test");
  }
}

void prepare_stack(unsigned slot, std::size_t stack_bytes) {
  static std::size_t prepared[slots];
  if (prepared[slot] == stack_bytes) {
    return;
  }
  prepared[slot] = stack_bytes;
  char* const gap = arena_of(slot) + arena_bytes;
  char* const bottom = stack_top(slot) - stack_bytes;
  if (mprotect(gap, static_cast<std::size_t>(bottom - gap), PROT_NONE) != 0 ||
      mprotect(bottom, stack_bytes, PROT_READ | PROT_WRITE) != 0) {
    no_address_space(stack_bytes, "a stack of the code under test");
  }
}

bool in_stack_guard(std::uintptr_t a, std::size_t stack_bytes) {
  if (!in_region(a) || in_arena(a)) {
    return false;
  }
  return a < reinterpret_cast<std::uintptr_t>(stack_top(slot_of(a))) - stack_bytes;
}

}  // namespace oncelab::runtime::detail
