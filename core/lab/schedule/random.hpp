// Random walk: at every choice each thread is equally likely. Baseline strategy.
//
// Promises: every schedule can be drawn. Does not promise: that all are equally likely; a thread
// that must stand still while another makes k steps does so with probability 2^-k or so.
#pragma once

#include <oncelab/core/lab/schedule/sampler.hpp>

namespace oncelab::schedule {

class RandomWalk final : public Sampler {
 public:
  explicit RandomWalk(Seed seed) : Sampler(seed, "random") {}
  unsigned choose_thread(const runtime::DecisionView& view) override;
};

}  // namespace oncelab::schedule
