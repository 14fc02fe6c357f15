// Slot: the cell of cell_fixture.hpp with a look-ahead.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include <oncelab/core/lab/check/cell_fixture.hpp>
#include <oncelab/core/lab/check/look_ahead.hpp>

namespace oncelab::check {

/// A cell that is never added to: what is read was written, or was there.
struct Slot : Cell {
  void look_ahead(std::span<const Interval<Op>> intervals, Sources& sources) const {
    std::map<std::int64_t, std::uint32_t> class_of;
    for (const Interval<Op>& i : intervals) {
      if (i.op.kind == Kind::write && !class_of.contains(i.op.number)) {
        class_of[i.op.number] = sources.new_class();
      }
    }
    for (const Interval<Op>& i : intervals) {
      if (i.op.kind == Kind::write) {
        sources.supplies(i.operation, class_of[i.op.number]);
        continue;
      }
      if (i.known) {
        sources.demand(i.operation);
        if (class_of.contains(i.op.number)) {
          sources.needs(i.operation, class_of[i.op.number]);
        }
      }
    }
  }
  [[nodiscard]] bool may_become(State state, const Op& demand) const {
    return state == demand.number;
  }
};
static_assert(HasLookAhead<Slot>);

}  // namespace oncelab::check
