// The one rendering of an Explanation as text, for people.
//
// Promises: several lines, each ending in a newline, printable ASCII, no colour, the same text for
// the same explanation. Of a long linearization only the last points are shown, with a line saying
// how many come before.
#pragma once

#include <cstddef>
#include <string>

#include <oncelab/core/lab/check/checker.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::check {

[[nodiscard]] std::string to_text(const Explanation& explanation, const history::History& history,
                                  std::size_t points_shown_max = 20);

}  // namespace oncelab::check
