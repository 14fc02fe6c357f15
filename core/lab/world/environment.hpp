// Environment: what the world needs of those who run it. Each thing that the code under test does
// to the world is one step of the calling thread, and may go wrong.
//
// A process may crash before any step: then step() does not return, and nothing of the calling
// thread is destroyed. So who calls it owns nothing at that time: no string, no vector, no lock.
// Threads: as runtime.hpp.
#pragma once

#include <cstdint>
#include <span>

#include <oncelab/core/lab/runtime/op.hpp>

namespace oncelab::world {

class Environment {
 public:
  Environment() = default;
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  virtual ~Environment() = default;

  /// The calling thread does this to that object of the world (a small number) now. Steps on one
  /// object are dependent unless both are reads.
  virtual void step(runtime::OpKind kind, std::uint32_t object) = 0;
  /// Of the step that was just made: which of these went wrong, counted from 1; 0: none. None also
  /// if no more faults are allowed in this run.
  virtual unsigned fault(std::span<const runtime::FaultKind> ways) = 0;
  /// While a process crashes: one of so many ways; costs nothing.
  virtual unsigned aftermath(unsigned ways) = 0;
  /// Virtual time.
  [[nodiscard]] virtual std::uint64_t now_ns() const = 0;
};

}  // namespace oncelab::world
