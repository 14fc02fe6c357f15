// Fibers: the stacks that logical threads run on, and switching between them. Internal.
#pragma once

#include <oncelab/core/lab/runtime/engine.hpp>

namespace oncelab::runtime::detail {

/// Goes on as that thread; returns when somebody switches back.
void switch_to(unsigned next);
/// Called on a thread whose entry function has returned; never returns.
[[noreturn]] void finish_thread();
/// Starts thread 0 and returns when the run has ended.
void enter_run();

}  // namespace oncelab::runtime::detail
