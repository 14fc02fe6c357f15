// Sampler: what strategies that draw schedules at random have in common.
//
// Schedule i of a campaign draws from Prng(seed).split(name).split(i), and from nothing else but
// what the rounds before its own have taught (estimates.hpp). So any one of them can be run alone,
// by whoever knows those estimates.
//
// Promises: the same seed, number and estimates give the same schedule of a deterministic program.
// Does not promise: that two numbers are two schedules; an end: a sampler never has nothing left.
// Threads: one; two samplers share nothing.
#pragma once

#include <cstdint>
#include <string_view>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/schedule/estimates.hpp>
#include <oncelab/core/lab/schedule/shard.hpp>
#include <oncelab/core/lab/schedule/strategy.hpp>
#include <oncelab/core/lab/schedule/world_plan.hpp>

namespace oncelab::schedule {

class Sampler : public Strategy {
 public:
  Sampler(Seed seed, std::string_view name) : source_(Prng(seed).split(name)) {}

  bool begin_run() final;
  bool end_run(const runtime::RunTrace& trace, const runtime::Outcome& outcome) final;
  unsigned choose_value(const runtime::DecisionView& view, runtime::OpKind kind,
                        unsigned options) override;

  /// The next run is schedule `number`, the first being 0. The estimates outlive the run.
  void begin_schedule(std::uint64_t number, const Estimates& estimates);
  /// What this strategy learns from a run.
  virtual void observe(const runtime::RunTrace& trace, Tally& tally) const;

  /// Of the campaign's schedules, those of this shard only.
  void set_shard(Shard shard) { shard_ = shard; }

  // A campaign that several processes share. One of them knows what was learnt, and whose turn it
  // is; the others run parts of a round, and learn nothing.
  /// The number of the next schedule, of those of the shard.
  [[nodiscard]] std::uint64_t next() const { return next_; }
  [[nodiscard]] const Estimates& estimates() const { return estimates_; }
  /// In the others: runs schedules from `first` on.
  void begin_part(std::uint64_t first, Estimates estimates);
  [[nodiscard]] Tally end_part();
  /// Others have run the next `schedules`, all of this round.
  void take_over(const Tally& tally, std::uint64_t schedules);

 protected:
  /// For choose_thread, where something may happen to the world: either that, or what choose_thread
  /// says of the threads alone.
  unsigned choose_with_world(const runtime::DecisionView& view);
  /// What is drawn before the first choice.
  virtual void draw(std::uint64_t number, const Estimates& estimates);
  /// A round is over, which began with schedule `first`.
  virtual void learn(std::uint64_t first, const Tally& round, Estimates& estimates);
  [[nodiscard]] Prng& prng() { return prng_; }

 private:
  WorldPlan& plan();
  void end_round();

  Prng source_;
  Prng prng_{Seed{0}};  // of this schedule
  Shard shard_;
  WorldPlan world_;
  Prng world_prng_{Seed{0}};  // of this schedule
  bool is_planned_ = false;   // for this schedule
  bool has_world_ = false;    // something may happen to the world in these runs
  std::uint64_t next_ = 0;    // by number within the shard
  std::uint64_t round_first_ = 0;
  bool learns_ = true;
  Estimates estimates_;
  Tally tally_;  // of this round, or part
};

}  // namespace oncelab::schedule
