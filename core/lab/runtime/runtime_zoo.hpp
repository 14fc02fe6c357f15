// Programs for runtime_test.cpp: unmodified, instrumented code behind plain function pointers.
#pragma once

#include <span>
#include <thread>

namespace oncelab::zoo {

struct Program {
  const char* name;
  int (*run)();  // an outcome: 0 is wrong, others are legal and named by the test
};

[[nodiscard]] std::span<const Program> locks();
[[nodiscard]] std::span<const Program> waits();
[[nodiscard]] std::span<const Program> state();

/// Memory that is not the program's own: a fresh block in every call. Defined by the test.
inline constexpr unsigned outside_bytes = 16'384;
[[nodiscard]] const char* outside();

/// Runs two functions on threads of their own.
template <class A, class B>
void both(A a, B b) {
  std::thread x(a);
  std::thread y(b);
  x.join();
  y.join();
}

}  // namespace oncelab::zoo
