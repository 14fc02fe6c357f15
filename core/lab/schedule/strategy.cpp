#include <oncelab/core/lab/schedule/strategy.hpp>

#include <utility>

#include <oncelab/core/lab/schedule/bounded_dpor.hpp>
#include <oncelab/core/lab/schedule/dfs.hpp>
#include <oncelab/core/lab/schedule/dpor.hpp>
#include <oncelab/core/lab/schedule/pct.hpp>
#include <oncelab/core/lab/schedule/portfolio.hpp>
#include <oncelab/core/lab/schedule/pos.hpp>
#include <oncelab/core/lab/schedule/random.hpp>
#include <oncelab/core/lab/schedule/urw.hpp>

namespace oncelab::schedule {

std::string_view strategy_names() { return "random, pct, pos, urw, portfolio, dfs, dpor"; }

namespace {

std::unique_ptr<Sampler> make_sampler(std::string_view name, const StrategyOptions& options) {
  if (name == "random") {
    return std::make_unique<RandomWalk>(options.seed);
  }
  if (name == "pct") {
    return std::make_unique<Pct>(options.seed, options.pct_depth);
  }
  if (name == "pos") {
    return std::make_unique<Pos>(options.seed);
  }
  if (name == "urw") {
    return std::make_unique<UniformWalk>(options.seed);
  }
  if (name == "portfolio") {
    return std::make_unique<Portfolio>(options.seed);
  }
  return nullptr;
}

}  // namespace

Result<std::unique_ptr<Strategy>> make_strategy(std::string_view name,
                                                const StrategyOptions& options) {
  if (auto sampler = make_sampler(name, options); sampler != nullptr) {
    sampler->set_shard(options.shard);
    return std::unique_ptr<Strategy>(std::move(sampler));
  }
  if (name == "dfs") {
    return std::unique_ptr<Strategy>(std::make_unique<DepthFirst>(options.preemptions_max));
  }
  if (name == "dpor") {
    if (options.run.timeouts_max > 0) {
      return make_error(ErrorKind::usage,
                        "dpor does not know early time-outs: use dfs, or drop --timeouts-max");
    }
    if (options.run.spurious_max > 0 && options.preemptions_max) {
      return make_error(ErrorKind::usage,
                        "dpor within a bound on preemptions does not know spurious wake-ups: use "
                        "dfs, or drop --preemptions-max or --spurious-max");
    }
    const ObservedRun::Options run{.words = options.run.plain_accesses_are_steps,
                                   .symmetry = options.symmetry,
                                   .spurious = options.run.spurious_max > 0,
                                   .crashes_max = options.run.crashes_max,
                                   .clock_steps_max = options.run.clock_steps_max};
    if (options.preemptions_max) {
      return std::unique_ptr<Strategy>(
          std::make_unique<BoundedDpor>(*options.preemptions_max, run));
    }
    return std::unique_ptr<Strategy>(std::make_unique<Dpor>(run));
  }
  return make_error(ErrorKind::unknown_name, "unknown strategy '" + std::string(name) +
                                                 "'; known: " + std::string(strategy_names()));
}

}  // namespace oncelab::schedule
