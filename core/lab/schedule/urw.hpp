// Uniform random walk: a thread's chance is in proportion to the steps it still has to make.
//
// If the number of steps of every thread were known and nothing ever waited, all interleavings
// would be equally likely. So a thread that has to stand still while another makes many steps does
// so about as often as any other thing happens, where a random walk needs a run of luck.
//
// Steps are estimated from the latest round (estimates.hpp). A thread that does not exist yet
// counts for the one that creates it; a thread that has gone beyond its estimate, or that no run
// had, counts as if it had one step left.
// Promises: uniform over the interleavings of threads that do not wait and always make the same
// number of steps, from the second round on; before it, a random walk. Does not promise: anything
// near uniform where the number of steps depends on the schedule.
// Deviations from the paper: no selection of interesting events; counts are means of rounds, not of
// one trial run. Cost: for each choice, one look at every thread. Threads: one.
// Source: Zhao, Wolff, Mathur, Roychoudhury: "Selectively uniform concurrency testing" (ASPLOS
// 2025), for the walk and the estimates.
#pragma once

#include <array>

#include <oncelab/core/lab/schedule/sampler.hpp>

namespace oncelab::schedule {

class UniformWalk final : public Sampler {
 public:
  explicit UniformWalk(Seed seed) : Sampler(seed, "urw") {}
  unsigned choose_thread(const runtime::DecisionView& view) override;
  void observe(const runtime::RunTrace& trace, Tally& tally) const override;

 protected:
  void draw(std::uint64_t number, const Estimates& estimates) override;

 private:
  void meet_threads(const runtime::RunTrace& trace);

  const Estimates* estimates_ = nullptr;
  std::vector<std::uint64_t> with_children_;  // like estimates_->threads(): steps, offspring's too
  // By thread of this run. May be below zero: the run is longer than it should be.
  std::array<std::int64_t, runtime::threads_max> left_{};
  unsigned met_ = 0;      // threads that are in left_
  std::size_t seen_ = 0;  // steps that were taken off
};

}  // namespace oncelab::schedule
