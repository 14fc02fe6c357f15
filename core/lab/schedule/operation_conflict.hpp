// Whether a pending operation conflicts with a step that was made: same object, not both reads; or
// both are explicit points of the harness, whose order a property may read.
//
// A rougher notion than dependency.hpp, for strategies that decide while a run goes on: what an
// operation will turn out to do (a try_lock that fails) is not known, so it counts as all it may
// do. Says conflict at least where two operations do not commute, but for orders that only the
// history reads. Functions without state; threads: any.
#pragma once

#include <oncelab/core/lab/runtime/step.hpp>

namespace oncelab::schedule {

/// Leaves its object as it was, for all others that do the same.
[[nodiscard]] constexpr bool only_reads(runtime::OpKind kind) {
  using runtime::OpKind;
  return kind == OpKind::atomic_load || kind == OpKind::plain_read ||
         kind == OpKind::rwlock_read_lock;
}

[[nodiscard]] constexpr bool conflicts(const runtime::Step& made, const runtime::PendingOp& p) {
  const auto same = [](std::uint32_t a, std::uint32_t b) {
    return a != runtime::no_object && a == b;
  };
  return (made.kind == runtime::OpKind::step && p.kind == runtime::OpKind::step) ||
         (same(made.object, p.object) && !(only_reads(made.kind) && only_reads(p.kind))) ||
         same(made.second, p.object) || same(made.object, p.second) || same(made.second, p.second);
}

}  // namespace oncelab::schedule
