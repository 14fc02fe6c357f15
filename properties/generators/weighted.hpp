// weighted: an index, each as often as its weight says. It shrinks towards 0: simplest first.
#pragma once

#include <cstddef>
#include <vector>

#include <oncelab/core/lab/gen/fwd.hpp>

namespace oncelab::properties {

/// At least one weight is not 0. An index of weight 0 does not occur, not by shrinking either.
[[nodiscard]] rc::Gen<std::size_t> weighted(std::vector<unsigned> weights);

}  // namespace oncelab::properties
