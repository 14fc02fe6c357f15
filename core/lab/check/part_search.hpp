// PartSearch<M>: decides one partition of a split history, with all the means there are.
//
// In this order: the model's monitor, if the partition has its shape; a short search, which ends
// most; then, if the model looks ahead, the same search with it. One PartSearch belongs to one
// thread; it has a model of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <oncelab/core/lab/check/look_ahead.hpp>
#include <oncelab/core/lab/check/meter.hpp>
#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/check/monitor.hpp>
#include <oncelab/core/lab/check/search.hpp>
#include <oncelab/core/lab/check/split.hpp>

namespace oncelab::check {

/// For tests: the verdict never depends on it.
struct Tuning {
  std::uint64_t remember_after_steps = 16;
  std::uint32_t symmetry_from_operations = 8;  // below, finding twins costs more than it saves
  std::uint64_t short_search_steps = 64;       // of the first, short search, ...
  std::uint64_t short_search_steps_each = 4;   // ... and for each operation
  bool use_monitor = true;                     // of models that have one (monitor.hpp)
};

/// How much of the work to do now.
enum class Effort : std::uint8_t { short_search, all };

template <Model M>
class PartSearch {
 public:
  using Part = typename Split<M>::Part;

  PartSearch(M its_model, const Tuning& tuning) : model(std::move(its_model)), tuning_(tuning) {}

  M model;

  /// out_of_steps after a short search only says that it was not enough.
  SearchEnd decide(const history::History& history, const Split<M>& split, const Part& part,
                   Effort effort, Meter& meter) {
    if constexpr (HasMonitor<M>) {
      if (tuning_.use_monitor && effort == Effort::short_search) {
        note_intervals(split, part, index_, intervals_);
        const Monitored monitored =
            model.monitor(model.initial(part.key), std::span(std::as_const(intervals_)));
        if (monitored != Monitored::not_applicable) {
          return monitored == Monitored::legal ? SearchEnd::explained : SearchEnd::impossible;
        }
      }
    }
    return find_order(history, split, part, effort, meter, never);
  }

  /// A short search and, if that was not enough, a long one. With `avoid`: see find_order().
  SearchEnd find_order_at_length(const history::History& history, const Split<M>& split,
                                 const Part& part, Meter& meter, std::uint32_t avoid = never) {
    const SearchEnd end = find_order(history, split, part, Effort::short_search, meter, avoid);
    return is_to_go_on(end, meter) ? find_order(history, split, part, Effort::all, meter, avoid)
                                   : end;
  }

  /// Whether a short search was cut off by its own limit, not by the budget.
  [[nodiscard]] static bool is_to_go_on(SearchEnd end, const Meter& meter) {
    return end == SearchEnd::out_of_steps && !meter.is_used_up();
  }

  /// The search alone. With `avoid` an operation, it keeps the longest order (search.hpp).
  SearchEnd find_order(const history::History& history, const Split<M>& split, const Part& part,
                       Effort effort, Meter& meter, std::uint32_t avoid) {
    SearchLimits limits;
    limits.remember_after = tuning_.remember_after_steps;
    limits.keep_partials = keep_partials_;
    build(history, split, part);
    meter.add_work(part.operations);
    if (effort == Effort::short_search) {
      limits.steps = tuning_.short_search_steps + tuning_.short_search_steps_each * part.operations;
    } else if constexpr (HasLookAhead<M>) {
      look_ahead(split, part);
      limits.look_ahead = true;
    }
    return search.run(model, model.initial(part.key), limits, meter, avoid != never, avoid);
  }

  /// For searches that keep the longest order: search.partials().
  void keep_partials(bool keep) { keep_partials_ = keep; }

  [[nodiscard]] std::uint64_t bytes() const {
    return search.bytes() + bytes_of(model) + intervals_.size() * sizeof(intervals_[0]) +
           index_.size() * sizeof(index_[0]);
  }

  Search<M> search;

 private:
  void look_ahead(const Split<M>& split, const Part& part)
    requires HasLookAhead<M>
  {
    note_intervals(split, part, index_, intervals_);
    sources_.clear();
    model.look_ahead(std::span(std::as_const(intervals_)), sources_);
    search.ahead.make(search.problem, sources_, node_of_);
  }

  void build(const history::History& history, const Split<M>& split, const Part& part) {
    auto& problem = search.problem;
    problem.begin(part.operations, part.operations >= tuning_.symmetry_from_operations);
    if (node_of_.size() < history.operations().size()) {
      node_of_.resize(history.operations().size());
    }
    for (const Moment& moment : split.moments(part)) {
      const auto& compiled = split.compiled(moment.operation);
      const history::Operation& operation = history.operations()[moment.operation];
      if (moment.is_return) {
        problem.add_return(model, node_of_[moment.operation], raw(operation.return_event));
      } else if (compiled.known) {
        node_of_[moment.operation] =
            problem.add_known(model, compiled.op, moment.operation, raw(operation.call_event));
      } else {
        problem.add_unknown(model, compiled.op, moment.operation, raw(operation.call_event));
      }
    }
    problem.finish();
  }

  Tuning tuning_;
  bool keep_partials_ = false;
  std::vector<Interval<typename M::Op>> intervals_;
  std::vector<std::uint32_t> index_;  // in intervals_, by operation of the history
  Sources sources_;
  std::vector<std::uint32_t> node_of_;  // by operation of the history
};

}  // namespace oncelab::check
