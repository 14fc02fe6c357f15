// From forms of EDN to values of a history.
//
// Promises: forms that mean the same give equal values: the order in which a set or a map was
// written does not matter. Keywords are texts without their colon; vectors and lists are lists; so
// are sets and maps (key, value, key, value, ...), sorted. A number that is no 64-bit integer is
// the text that it was written as: 1.0 and 1.00 are different. Lists nested deeper than the limit
// are an error, or the text "..." for whom that will do.
#pragma once

#include <cstddef>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/history/edn.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::history {

[[nodiscard]] Result<Value> edn_value(const EdnForm& form, std::size_t depth_max,
                                      const LineReader& lines, History& history);
[[nodiscard]] Value edn_note(const EdnForm& form, std::size_t depth_max, History& history);

}  // namespace oncelab::history
