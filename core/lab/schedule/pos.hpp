// Partial order sampling: random priorities of operations, drawn again where they race.
//
// Every pending operation has a random priority; the highest one that is enabled is performed. Then
// the pending operations of other threads that conflict with it (operation_conflict.hpp) get new
// priorities, and so does the next operation of its thread. Without new priorities, an operation
// that lost a race would be as likely to lose the next.
//
// Promises: every class of equivalent schedules can be drawn, and one whose operations race little
// not much more rarely than another. Does not promise: a good chance where one thread must win
// many races in a row. Deviation from the paper: an operation that another thread changes while it
// waits (a woken waiter goes for its mutex) is a new one. Cost: for each step of the run, one look
// at every thread. Threads: one.
// Source: Yuan, Yang, Gu: "Partial order aware concurrency sampling" (CAV 2018).
#pragma once

#include <array>

#include <oncelab/core/lab/schedule/sampler.hpp>

namespace oncelab::schedule {

class Pos final : public Sampler {
 public:
  explicit Pos(Seed seed) : Sampler(seed, "pos") {}
  unsigned choose_thread(const runtime::DecisionView& view) override;

 protected:
  void draw(std::uint64_t number, const Estimates& estimates) override;

 private:
  void account_for(const runtime::DecisionView& view, const runtime::Step& made);

  std::array<std::uint64_t, runtime::threads_max> priority_{};
  std::size_t seen_ = 0;  // steps of this run that were accounted for
};

}  // namespace oncelab::schedule
