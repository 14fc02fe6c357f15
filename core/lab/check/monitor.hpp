// Monitor: a decision procedure of a model for histories of a certain shape, faster than the
// search.
//
// A model may offer monitor(initial, intervals), where intervals are the operations of one
// partition that take part, in the order of their calls. Typically it wants every value to be put
// in once (then which removal belongs to which insertion is known) and takes near-linear time.
//
// Promises asked of a monitor: the verdict of the general search, or not_applicable when the
// history is not of its shape. meta tests hold every monitor against the search. A monitor may keep
// buffers in the model (mutable); their size belongs to the model's memory_bytes().
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/check/split.hpp>

namespace oncelab::check {

/// One operation: it takes effect between call and ret. Both are positions among the calls and
/// known returns of the partition, counted from 0, no two of them equal.
template <class Op>
struct Interval {
  Op op;
  std::uint32_t operation = 0;  // in the history
  std::uint32_t call = 0;
  std::uint32_t ret = 0;  // the largest number if the outcome is unknown
  bool known = false;
};

/// The operations of a partition in the order of their calls. `index` is a buffer, by operation.
template <Model M>
void note_intervals(const Split<M>& split, const typename Split<M>::Part& part,
                    std::vector<std::uint32_t>& index,
                    std::vector<Interval<typename M::Op>>& intervals) {
  intervals.clear();
  intervals.reserve(part.operations);
  index.resize(std::max(index.size(), split.operations()));
  std::uint32_t position = 0;
  for (const Moment& moment : split.moments(part)) {
    if (moment.is_return) {
      intervals[index[moment.operation]].ret = position;
    } else {
      const auto& compiled = split.compiled(moment.operation);
      index[moment.operation] = static_cast<std::uint32_t>(intervals.size());
      intervals.push_back({compiled.op, moment.operation, position,
                           std::numeric_limits<std::uint32_t>::max(), compiled.known});
    }
    ++position;
  }
}

enum class Monitored : std::uint8_t { legal, illegal, not_applicable };

template <class M>
concept HasMonitor = requires(const M& model, const typename M::State& initial,
                              std::span<const Interval<typename M::Op>> intervals) {
  { model.monitor(initial, intervals) } -> std::same_as<Monitored>;
};

}  // namespace oncelab::check
