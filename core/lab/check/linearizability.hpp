// LinearizabilityChecker<M>: the Checker of a model (model.hpp), one decision per partition.
//
// check() stops at the first partition that is violated (unless every one is asked for); partitions
// that a budget left open make the verdict inconclusive only if none is violated. explain() finds
// the shortest failing prefix by bisection (a prefix of a legal history is legal: law 5 of
// model.hpp), searches that prefix again for the longest partial linearization, and looks for a
// core in it (core.hpp). See checker.hpp for what a checker promises.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/check/core.hpp>
#include <oncelab/core/lab/check/explain.hpp>
#include <oncelab/core/lab/check/linear_order.hpp>
#include <oncelab/core/lab/check/meter.hpp>
#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/check/partitions.hpp>
#include <oncelab/core/lab/check/split.hpp>
#include <oncelab/core/lab/check/stream_of.hpp>
#include <oncelab/core/lab/check/verifier.hpp>

namespace oncelab::check {

template <Model M>
class LinearizabilityChecker final : public Checker {
 public:
  explicit LinearizabilityChecker(M model, Tuning tuning = {})
      : partitions_(std::move(model), tuning) {}

  [[nodiscard]] std::string_view model_name() const override { return model_.name(); }

  [[nodiscard]] Result<void> accepts(const history::History& history) override {
    bind(history);
    if (split_.make(model_, history, {})) {
      return {};
    }
    return misfit_error(history, *split_.misfit(), model_.name(), model_.vocabulary());
  }

  [[nodiscard]] CheckResult check(const history::History& history) override {
    bind(history);
    return check_scope(history, {}, {.workers = workers(), .every = every_partition()}, budget());
  }

  [[nodiscard]] Explanation explain(const history::History& history) override {
    bind(history);
    return explain_violation(
        history, check_scope(history, {}, {.workers = workers(), .every = false}, budget()));
  }

  [[nodiscard]] Explanation explain_violation(const history::History& history,
                                              const CheckResult& full) override {
    bind(history);
    Explanation explanation;
    explanation.model = std::string(model_.name());
    explanation.verdict = full.verdict;
    explanation.reason = full.reason;
    explanation.partition = full.partition;
    explanation.partitions = full.partitions;
    if (full.verdict == Verdict::violated) {
      work_left_ = explanation_work_max;
      last_work_left_ = last_work_in_all;
      find_prefix(history, explanation);
      find_longest(history, explanation);
      find_facts(history, explanation);
    }
    return explanation;
  }

  [[nodiscard]] std::optional<std::vector<LinearPoint>> linearization(
      const history::History& history) override {
    bind(history);
    if (!split_.make(model_, history, {})) {
      return std::nullopt;
    }
    meter_.begin(budget());
    LinearOrder order;
    for (const auto& part : split_.parts()) {
      if (search_.find_order_at_length(history, split_, part, meter_) != SearchEnd::explained) {
        return std::nullopt;
      }
      order.add(history, search_.search.order());
    }
    return order.merged();
  }

  [[nodiscard]] bool confirms(const history::History& history,
                              std::span<const LinearPoint> linearization) override {
    bind(history);
    return confirms_order(model_, history, linearization);
  }

  [[nodiscard]] Confirmation confirms_core(const history::History& history,
                                           const Explanation& explanation) override {
    bind(history);
    meter_.begin(budget());
    return confirms_core_of(model_, history, explanation.partition, explanation.core_events,
                            explanation.core, [this] { return !meter_.is_late(); });
  }

  [[nodiscard]] std::unique_ptr<Stream> stream() const override {
    if constexpr (StreamableModel<M>) {
      return std::make_unique<StreamOf<M>>(model_, budget());
    }
    return nullptr;
  }

 private:
  void bind(const history::History& history) {
    if (vocabulary_ != history.vocabulary()) {
      model_.bind(history);
      vocabulary_ = history.vocabulary();
    }
  }

  CheckResult check_scope(const history::History& history, const Scope& scope,
                          const typename Partitions<M>::Asked& asked, const Budget& limits,
                          std::uint64_t work_max = Meter::no_limit) {
    CheckResult result;
    if (!split_.make(model_, history, scope)) {
      result.reason = InconclusiveReason::not_in_model;
      return result;
    }
    meter_.begin(limits, work_max);
    partitions_.decide(history, split_, asked, meter_, result);
    result.steps = meter_.steps();
    return result;
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
      const CheckResult result =
          check_again(history, {.cut = cut_after(middle), .only = &key, .relaxed = nullptr},
                      explanation_work_max);
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
    split_.make(model_, history,
                {.cut = explanation.prefix_events, .only = &key, .relaxed = nullptr});
    meter_.begin(budget(), longest_work_max);
    const auto& part = split_.parts()[0];
    search_.keep_partials(part.operations <= partials_operations_max);
    const SearchEnd end =
        search_.find_order_at_length(history, split_, part, meter_, raw(explanation.culprit));
    search_.keep_partials(false);
    explanation.linearization_is_longest =
        end == SearchEnd::impossible && !search_.search.looked_ahead();
    InWords<M>(model_, history, split_, explanation).put(search_.search);
  }

  /// In the prefix, where they say why it fails there; in the whole history, if fewer do.
  void find_facts(const history::History& history, Explanation& explanation) {
    const auto events = static_cast<std::uint32_t>(history.events().size());
    explanation.core_events = explanation.prefix_events;
    if (meter_.is_late()) {
      return;
    }
    Core core = facts_within(history, explanation.partition, explanation.prefix_events);
    if (core.facts.size() > small_core && explanation.prefix_events < events) {
      Core wider = facts_within(history, explanation.partition, events);
      if (wider.facts.size() < core.facts.size() && wider.is_minimal) {
        core = std::move(wider);
        explanation.core_events = events;
      }
    }
    if (!core.is_minimal && core.facts.size() > told_core_max) {
      return;
    }
    for (const std::uint32_t fact : core.facts) {
      explanation.core.push_back(history::OperationIndex{fact});
    }
    explanation.core_is_minimal = core.is_minimal;
  }

  Core facts_within(const history::History& history, const history::Value& key,
                    std::uint32_t events) {
    std::vector<std::uint32_t> answered;
    for (std::uint32_t i = 0; i < history.operations().size(); ++i) {
      const history::Operation& operation = history.operations()[i];
      if (raw(operation.return_event) < events && operation.outcome != history::Outcome::unknown &&
          model_.partition(operation) == key) {
        answered.push_back(i);
      }
    }
    std::uint64_t work_max = core_work_max + core_work_each * answered.size();
    std::uint64_t stop_at = 0;
    const auto still = [&](const std::vector<bool>& relaxed) {
      if (work_left_ <= stop_at || meter_.is_late()) {
        return Relaxed::stopped;
      }
      const CheckResult result =
          check_again(history, {.cut = events, .only = &key, .relaxed = &relaxed}, work_max);
      return result.verdict == Verdict::violated ? Relaxed::illegal
             : result.verdict == Verdict::held   ? Relaxed::legal
                                                 : Relaxed::unknown;
    };
    const std::uint64_t orders_until = work_left_ - std::min(work_left_, core_orders_work_max);
    Core core = find_core(answered, history.operations().size(), still,
                          [&] { return work_left_ > orders_until && !meter_.is_late(); });
    if (!core.is_minimal) {  // of few facts, longer checks can be had
      work_max = last_work_max;
      const std::uint64_t before = work_left_;
      stop_at = work_left_ - std::min(work_left_, last_work_left_);
      core = find_core_in_order(std::move(core.facts), history.operations().size(), still);
      last_work_left_ -= std::min(last_work_left_, before - work_left_);
    }
    return core;
  }

  /// One of the checks that an explanation asks for.
  CheckResult check_again(const history::History& history, const Scope& scope,
                          std::uint64_t work_max) {
    CheckResult result;
    if (work_left_ > 0 && !meter_.is_late()) {
      result = check_scope(history, scope, {}, budget(), std::min(work_max, work_left_));
      const std::uint64_t work = meter_.work() + history.operations().size();
      work_left_ -= std::min(work_left_, work);
    }
    return result;
  }

  // In units of Meter::work(). The limits of the core are low: most of its checks end at once.
  static constexpr std::uint64_t explanation_work_max = 40'000'000;  // prefix and core
  static constexpr std::uint64_t longest_work_max = 20'000'000;
  static constexpr std::uint64_t core_work_max = 10'000;  // of one check
  static constexpr std::uint64_t core_work_each = 20;
  static constexpr std::size_t small_core = 3;         // a wider look is not worth it
  static constexpr std::size_t told_core_max = 1'000;  // of more, cut off, nobody learns anything
  static constexpr std::uint64_t core_orders_work_max = 150'000;  // after which no other is begun
  static constexpr std::uint64_t last_work_max = 200'000;
  static constexpr std::uint64_t last_work_in_all = 600'000;
  static constexpr std::uint32_t partials_operations_max = 1'000;

  Partitions<M> partitions_;
  PartSearch<M>& search_ = partitions_.own();
  M& model_ = search_.model;
  std::uint64_t vocabulary_ = 0;
  Split<M> split_;
  Meter meter_;
  std::uint64_t work_left_ = 0;       // of this explanation
  std::uint64_t last_work_left_ = 0;  // of its longer checks
};

}  // namespace oncelab::check
