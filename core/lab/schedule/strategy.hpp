// Strategy: which schedules to run, in which order.
//
// A strategy is a Chooser that is told where runs begin and end. All strategies read the same table
// of pending operations (DecisionView). Implementations: samplers (sampler.hpp), dfs, dpor.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/runtime/runtime.hpp>
#include <oncelab/core/lab/schedule/shard.hpp>

namespace oncelab::scenario {
class Experiment;
}

namespace oncelab::schedule {

class Archive;

class Strategy : public runtime::Chooser {
 public:
  /// Called once, before the first run.
  virtual void begin(const scenario::Experiment& experiment) { (void)experiment; }
  /// False when there is nothing left to run.
  virtual bool begin_run() = 0;
  /// Returns whether the run was a schedule of its own: false for one that was run before.
  virtual bool end_run(const runtime::RunTrace& trace, const runtime::Outcome& outcome) = 0;
  /// After begin_run returned false: was everything within the bound run?
  [[nodiscard]] virtual bool complete() const { return false; }
  /// Puts the state between two runs into the archive, or takes it from one that is being read. For
  /// strategies that another process can go on with.
  virtual void exchange(Archive& archive) { (void)archive; }
  /// Does a counted run stand for all equivalent ones?
  [[nodiscard]] virtual bool by_classes() const { return false; }
  /// What was taken for granted, beside the bound; empty: nothing.
  [[nodiscard]] virtual std::string assumed() const { return {}; }
  /// Runs that turned out to be redundant, or not to be had, and were not counted.
  [[nodiscard]] virtual std::uint64_t blocked() const { return 0; }
  /// Schedules still to be run, judged by those that were; nothing: it cannot tell.
  [[nodiscard]] virtual std::optional<std::uint64_t> remaining() const { return std::nullopt; }
  /// Did the bound on preemptions cut anything off?
  [[nodiscard]] virtual bool cut_by_bound() const { return false; }
};

struct StrategyOptions {
  Seed seed{1};
  std::optional<std::uint32_t> preemptions_max;  // dfs, dpor; none: unbounded
  std::uint32_t pct_depth = 3;                   // pct; portfolio has its own
  Shard shard;                                   // of samplers
  bool symmetry = false;                         // dpor: clients that are alike are interchangeable
  runtime::RunOptions run;  // dpor: what the runs will do with time-outs and plain accesses
};

/// Names accepted by make_strategy, for messages.
[[nodiscard]] std::string_view strategy_names();
[[nodiscard]] Result<std::unique_ptr<Strategy>> make_strategy(std::string_view name,
                                                              const StrategyOptions& options);

}  // namespace oncelab::schedule
