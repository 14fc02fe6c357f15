// WorldPlan: when a sampled schedule lets a process crash or the clock go on, and what goes wrong.
//
// A thread that is chosen as often as any other would crash a process at its first steps. So the
// moments are drawn before the run, uniformly over the steps of the longest run so far, as the
// changes of priority of pct are. What may go wrong is decided at two levels: where (armed for the
// whole run, or not) and then at each visit; faults that come together, and runs with few, are both
// likely. Sources: Burckhardt et al., "A randomized scheduler with probabilistic guarantees of
// finding bugs" (ASPLOS 2010) for the moments; FoundationDB's buggify, described by Zhou et al.,
// "FoundationDB: a distributed unbundled transactional key value store" (SIGMOD 2021), for the two
// levels.
//
// Promises: the same generator and estimate give the same plan. Does not promise: that every moment
// is used: the run may be shorter, or nothing may be left to happen. Threads: one. Internal.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/runtime/runtime.hpp>

namespace oncelab::schedule {

class WorldPlan {
 public:
  void begin(const Prng& prng) {
    prng_ = prng;
    is_drawn_ = false;
    sites_.clear();
  }
  /// Takes the place of Chooser::choose_thread if something happens to the world now; else -1.
  [[nodiscard]] int choose(const runtime::DecisionView& view, std::uint32_t longest);
  /// How something goes wrong.
  [[nodiscard]] unsigned fault(const runtime::DecisionView& view, unsigned ways);

 private:
  struct Site {
    std::uint64_t id = 0;
    bool armed = false;
  };
  static constexpr std::size_t moments_max = 4;

  void draw(std::uint32_t longest);

  Prng prng_{Seed{0}};
  bool is_drawn_ = false;
  std::array<std::uint32_t, moments_max> moments_{};  // ascending
  std::size_t next_ = 0;
  std::size_t last_ = 0;
  std::vector<Site> sites_;
};

}  // namespace oncelab::schedule
