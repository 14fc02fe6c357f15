// shapes: how many operations each client of a program has.
#pragma once

#include <vector>

#include <oncelab/core/lab/gen/fwd.hpp>

namespace oncelab::properties {

struct ShapeOptions {
  unsigned clients_max = 4;
  unsigned per_client_max = 3;
  unsigned operations_max = 8;  // in all: checking a history is exponential in what overlaps
};

/// One number of operations for each client, none of them 0. Both grow with the size. A program of
/// one client is rare: it has one schedule.
[[nodiscard]] rc::Gen<std::vector<unsigned>> shapes(const ShapeOptions& options = {});

}  // namespace oncelab::properties
