// EventSink: whoever looks at a history while it is read, so that it need not be kept as a whole.
#pragma once

#include <cstddef>
#include <span>

#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::history {

class EventSink {
 public:
  virtual ~EventSink() = default;
  /// Events from number `from` on are new. False: nothing more is wanted, the reader stops.
  virtual bool take(const History& history, std::size_t from) = 0;
  /// Whether an operation that has returned is still needed; those that have not are kept anyway.
  [[nodiscard]] virtual bool needs(OperationIndex operation) const = 0;
  /// The history now consists of these operations of before, in this order.
  virtual void forgotten(std::span<const OperationIndex> kept) = 0;
};

}  // namespace oncelab::history
