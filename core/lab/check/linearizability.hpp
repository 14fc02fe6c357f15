// LinearizabilityChecker<M>: the Checker of a model (model.hpp), one search per partition.
//
// check() stops at the first partition that is violated; partitions that a budget left open make
// the verdict inconclusive only if none is violated. explain() finds the shortest failing prefix by
// bisection (a prefix of a legal history is legal: law 5 of model.hpp), then searches that prefix
// again for the longest partial linearization. See checker.hpp for what a checker promises.
//
// Tuning exists for tests: the verdict never depends on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/check/explain.hpp>
#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/check/monitor.hpp>
#include <oncelab/core/lab/check/search.hpp>
#include <oncelab/core/lab/check/split.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::check {

struct Tuning {
  std::uint64_t remember_after_steps = 16;
  std::uint32_t symmetry_from_operations = 8;  // below, finding twins costs more than it saves
  std::uint64_t look_ahead_after_steps = 64;   // plus four for each operation
  bool use_monitor = true;                     // of models that have one (monitor.hpp)
};

template <Model M>
class LinearizabilityChecker final : public Checker {
 public:
  explicit LinearizabilityChecker(M model, Tuning tuning = {})
      : model_(std::move(model)), tuning_(tuning) {}

  [[nodiscard]] std::string_view model_name() const override { return model_.name(); }

  [[nodiscard]] Result<void> accepts(const history::History& history) override {
    bind(history);
    if (split_.make(model_, history, whole)) {
      return {};
    }
    return misfit_error(history, *split_.misfit(), model_.name(), model_.vocabulary());
  }

  [[nodiscard]] CheckResult check(const history::History& history) override {
    bind(history);
    return check_prefix(history, whole, nullptr);
  }

  [[nodiscard]] Explanation explain(const history::History& history) override {
    bind(history);
    const CheckResult full = check_prefix(history, whole, nullptr);
    Explanation explanation;
    explanation.model = std::string(model_.name());
    explanation.verdict = full.verdict;
    explanation.reason = full.reason;
    explanation.partition = full.partition;
    explanation.partitions = full.partitions;
    if (full.verdict == Verdict::violated) {
      find_prefix(history, explanation);
      find_longest(history, explanation);
    }
    return explanation;
  }

 private:
  static constexpr std::uint32_t whole = history::raw(history::no_event);

  void bind(const history::History& history) {
    if (vocabulary_ != history.vocabulary()) {
      model_.bind(history);
      vocabulary_ = history.vocabulary();
    }
  }

  CheckResult check_prefix(const history::History& history, std::uint32_t cut,
                           const history::Value* only) {
    CheckResult result;
    if (!split_.make(model_, history, cut, only)) {
      result.reason = InconclusiveReason::not_in_model;
      return result;
    }
    result.verdict = Verdict::held;
    result.partitions = static_cast<std::uint32_t>(split_.parts().size());
    for (const auto& part : split_.parts()) {
      result.operations += part.operations;
      const SearchEnd end = search_part(history, part, result.steps, false, never);
      result.steps += search_.steps();
      result.memory_bytes =
          std::max<std::uint64_t>(result.memory_bytes, search_.bytes() + bytes_of(model_));
      if (end == SearchEnd::impossible) {
        result.verdict = Verdict::violated;
        result.reason = InconclusiveReason::none;
        result.partition = part.key;
        break;
      }
      if (end != SearchEnd::explained && result.verdict == Verdict::held) {
        result.verdict = Verdict::inconclusive;
        result.reason =
            end == SearchEnd::out_of_steps ? InconclusiveReason::steps : InconclusiveReason::memory;
        result.partition = part.key;
      }
    }
    return result;
  }

  SearchEnd search_part(const history::History& history, const typename Split<M>::Part& part,
                        std::uint64_t steps_used, bool keep_longest, std::uint32_t avoid) {
    SearchLimits limits;
    limits.remember_after = tuning_.remember_after_steps;
    if (budget().steps_max != 0) {
      limits.steps = budget().steps_max - std::min(budget().steps_max, steps_used);
    }
    if (budget().memory_bytes_max != 0) {
      limits.bytes = budget().memory_bytes_max;
    }
    if constexpr (HasMonitor<M>) {
      if (tuning_.use_monitor && !keep_longest) {
        const Monitored monitored = monitor(history, part);
        if (monitored != Monitored::not_applicable) {
          return monitored == Monitored::legal ? SearchEnd::explained : SearchEnd::impossible;
        }
      }
    }
    build(history, part);
    if constexpr (HasLookAhead<M>) {
      // Most searches end soon; only the others are worth looking ahead for.
      SearchLimits soon = limits;
      soon.steps = std::min(limits.steps, tuning_.look_ahead_after_steps + 4 * part.operations);
      const SearchEnd end =
          search_.run(model_, model_.initial(part.key), soon, keep_longest, avoid);
      if (end != SearchEnd::out_of_steps || soon.steps == limits.steps) {
        return end;
      }
      build(history, part);  // a search that is cut off leaves its problem half done
      look_ahead(history, part);
      limits.look_ahead = true;
    }
    return search_.run(model_, model_.initial(part.key), limits, keep_longest, avoid);
  }

  void look_ahead(const history::History& history, const typename Split<M>::Part& part) {
    note_intervals(history, part);
    sources_.clear();
    model_.look_ahead(std::span(std::as_const(intervals_)), sources_);
    search_.ahead.make(search_.problem, sources_, node_of_);
  }

  void note_intervals(const history::History& history, const typename Split<M>::Part& part) {
    intervals_.clear();
    for (const Moment& moment : split_.moments(part)) {
      if (!moment.is_return) {
        const auto& compiled = split_.compiled(moment.operation);
        const history::Operation& operation = history.operations()[moment.operation];
        intervals_.push_back({compiled.op, moment.operation, raw(operation.call_event),
                              compiled.known ? raw(operation.return_event) : never,
                              compiled.known});
      }
    }
  }

  Monitored monitor(const history::History& history, const typename Split<M>::Part& part) {
    note_intervals(history, part);
    return model_.monitor(model_.initial(part.key), std::span(std::as_const(intervals_)));
  }

  void build(const history::History& history, const typename Split<M>::Part& part) {
    auto& problem = search_.problem;
    problem.begin(part.operations, part.operations >= tuning_.symmetry_from_operations);
    node_of_.resize(std::max(node_of_.size(), history.operations().size()));
    for (const Moment& moment : split_.moments(part)) {
      const auto& compiled = split_.compiled(moment.operation);
      const history::Operation& operation = history.operations()[moment.operation];
      if (moment.is_return) {
        problem.add_return(model_, node_of_[moment.operation], raw(operation.return_event));
      } else if (compiled.known) {
        node_of_[moment.operation] =
            problem.add_known(model_, compiled.op, moment.operation, raw(operation.call_event));
      } else {
        problem.add_unknown(model_, compiled.op, moment.operation, raw(operation.call_event));
      }
    }
    problem.finish();
  }

  /// Bisects over the returns of the failing partition; learning that an operation did not happen
  /// can be what makes it fail, too.
  void find_prefix(const history::History& history, Explanation& explanation) {
    const history::Value key = explanation.partition;
    std::vector<std::uint32_t> returns;  // operations, in the order of their returns
    for (const history::Event& event : history.events()) {
      if (event.kind == history::EventKind::returned &&
          event.outcome != history::Outcome::unknown &&
          model_.partition(history.operation(event.operation)) == key) {
        returns.push_back(raw(event.operation));
      }
    }
    const auto cut_after = [&](std::size_t index) {
      return raw(history.operations()[returns[index]].return_event) + 1;
    };
    explanation.prefix_is_shortest = true;
    std::size_t low = 0;
    std::size_t high = returns.size() - 1;  // fails for sure
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      const CheckResult result = check_prefix(history, cut_after(middle), &key);
      if (result.verdict == Verdict::violated) {
        high = middle;
      } else {
        low = middle + 1;
        explanation.prefix_is_shortest &= result.verdict == Verdict::held;
      }
    }
    explanation.prefix_events = cut_after(high);
    explanation.culprit = history::OperationIndex{returns[high]};
  }

  void find_longest(const history::History& history, Explanation& explanation) {
    const history::Value key = explanation.partition;
    split_.make(model_, history, explanation.prefix_events, &key);
    const auto& part = split_.parts()[0];
    search_part(history, part, 0, true, raw(explanation.culprit));
    put_in_words(model_, history, part.key, search_, split_, explanation);
  }

  M model_;
  Tuning tuning_;
  std::uint64_t vocabulary_ = 0;
  Split<M> split_;
  Search<M> search_;
  std::vector<Interval<typename M::Op>> intervals_;
  Sources sources_;
  std::vector<std::uint32_t> node_of_;  // by operation of the history
};

}  // namespace oncelab::check
