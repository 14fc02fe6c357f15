// Fibers: the stacks that logical threads run on, and switching between them. Internal.
#pragma once

#include <oncelab/core/lab/runtime/engine.hpp>
#include <oncelab/core/lab/runtime/isolation.hpp>

namespace oncelab::runtime::detail {

/// Tells AddressSanitizer about switches; nothing without it. next < 0: the host's stack.
#ifdef ONCELAB_ASAN
void announce_switch(int next);
void announce_arrival(bool from_host);
#else
inline void announce_switch(int) {}
inline void announce_arrival(bool) {}
#endif

/// Goes on as that thread; returns when somebody switches back. Inline, like what calls it: every
/// return after a switch is mispredicted, so there should be few.
inline void switch_to(unsigned next) {
  if (static_cast<int>(next) == engine.current) {
    return;
  }
  Thread& leaving = *current_thread;
  Thread& arriving = engine.threads[next];
  save_thread_state(leaving);
  load_thread_state(arriving);
  current_thread = &arriving;
  engine.current = static_cast<int>(next);
  announce_switch(static_cast<int>(next));
  // Only another fiber switches back to a fiber, so `data` is that fiber.
  const auto from = boost::context::detail::jump_fcontext(arriving.context, &leaving);
  static_cast<Thread*>(from.data)->context = from.fctx;
  announce_arrival(false);
}

/// Called on a thread whose entry function has returned; never returns.
[[noreturn]] void finish_thread();
/// Starts thread 0 and returns when the run has ended.
void enter_run();

}  // namespace oncelab::runtime::detail
