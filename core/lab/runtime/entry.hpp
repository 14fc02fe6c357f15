// Common to the entry points (entry_*.cpp). Internal.
//
// The executable defines these C functions, so calls from the program and from inside libstdc++
// arrive here; calls from other libraries, or outside a run, go on to the real function.
#pragma once

#include <dlfcn.h>

#include <oncelab/core/lab/runtime/engine.hpp>

#define ONCELAB_ENTRY extern "C" __attribute__((visibility("default"), used))
#define ONCELAB_CALLER __builtin_return_address(0)

/// The real function behind an entry point.
#define ONCELAB_REAL(function)                                                                   \
  ([]() noexcept {                                                                               \
    static const auto real = reinterpret_cast<decltype(&function)>(dlsym(RTLD_NEXT, #function)); \
    return real;                                                                                 \
  }())

namespace oncelab::runtime::detail {

[[nodiscard]] inline std::uint64_t nanoseconds(const timespec& t) {
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(t.tv_nsec);
}

}  // namespace oncelab::runtime::detail
