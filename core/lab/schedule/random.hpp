// Random walk: at every choice each thread is equally likely. Baseline strategy.
#pragma once

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>

namespace oncelab::schedule {

class RandomWalk final : public Strategy {
 public:
  explicit RandomWalk(Seed seed);
  bool begin_run() override { return true; }
  bool end_run(const runtime::RunTrace&, const runtime::Outcome&) override { return true; }
  unsigned choose_thread(const runtime::DecisionView& view) override;
  unsigned choose_value(const runtime::DecisionView& view, runtime::OpKind kind,
                        unsigned options) override;

 private:
  Prng prng_;
};

}  // namespace oncelab::schedule
