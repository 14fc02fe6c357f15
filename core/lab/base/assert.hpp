// ONCELAB_ASSERT: an invariant of oncelab itself. Stays on in every build; a failure prints the
// condition with its place and ends the process with exit code 70, at once.
#pragma once

namespace oncelab {
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line) noexcept;
}

#define ONCELAB_ASSERT(condition) \
  ((condition) ? (void)0 : ::oncelab::assertion_failed(#condition, __FILE__, __LINE__))
