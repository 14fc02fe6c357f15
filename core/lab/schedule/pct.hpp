// PCT: random priorities, lowered at a few random steps.
//
// The enabled thread with the highest priority runs. At each of depth - 1 change points, drawn
// uniformly over the steps of a run, the running thread's priority drops below all others. A bug
// of depth d among n threads and k steps is found with probability at least 1 / (n k^(d-1)) per
// run. Deviation from the paper: k is not given but the longest run of the rounds before.
// Source: Burckhardt, Kothari, Musuvathi, Nagarakatte: "A randomized scheduler with probabilistic
// guarantees of finding bugs" (ASPLOS 2010).
#pragma once

#include <array>
#include <vector>

#include <oncelab/core/lab/schedule/sampler.hpp>

namespace oncelab::schedule {

class Pct final : public Sampler {
 public:
  /// depth >= 1: number of ordering constraints a bug may need.
  Pct(Seed seed, std::uint32_t depth) : Sampler(seed, "pct"), depth_(depth) {}
  unsigned choose_thread(const runtime::DecisionView& view) override;
  void observe(const runtime::RunTrace& trace, Tally& tally) const override;

 protected:
  void draw(std::uint64_t number, const Estimates& estimates) override;

 private:
  std::uint32_t depth_;
  std::vector<std::uint32_t> change_points_;  // descending: the next one is the last
  std::array<std::int64_t, runtime::threads_max> priority_{};
  std::int64_t lowest_ = 0;
};

}  // namespace oncelab::schedule
