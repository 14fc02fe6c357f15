// Monitor: a decision procedure of a model for histories of a certain shape, faster than the
// search.
//
// A model may offer monitor(initial, intervals), where intervals are the operations of one
// partition that take part, in the order of their calls. Typically it wants every value to be put
// in once (then which removal belongs to which insertion is known) and takes near-linear time.
//
// Promises asked of a monitor: the verdict of the general search, or not_applicable when the
// history is not of its shape. meta tests hold every monitor against the search.
#pragma once

#include <cstdint>
#include <span>

#include <oncelab/core/lab/check/model.hpp>

namespace oncelab::check {

/// One operation: it takes effect between call and ret, both positions of events in the history.
template <class Op>
struct Interval {
  Op op;
  std::uint32_t operation = 0;  // in the history
  std::uint32_t call = 0;
  std::uint32_t ret = 0;  // the largest number if the outcome is unknown
  bool known = false;
};

enum class Monitored : std::uint8_t { legal, illegal, not_applicable };

template <class M>
concept HasMonitor = requires(const M& model, const typename M::State& initial,
                              std::span<const Interval<typename M::Op>> intervals) {
  { model.monitor(initial, intervals) } -> std::same_as<Monitored>;
};

}  // namespace oncelab::check
