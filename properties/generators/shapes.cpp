#include <oncelab/properties/generators/shapes.hpp>

#include <rapidcheck.h>

#include <algorithm>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/gen/checked.hpp>
#include <oncelab/properties/generators/weighted.hpp>

namespace oncelab::properties {

namespace {

constexpr unsigned alone_weight = 1;
constexpr unsigned several_weight = 9;

/// From `least` at size 1 to `most` from half of the largest size on.
unsigned at_most(unsigned least, unsigned most, int size) {
  constexpr unsigned grown = gen::size_limit / 2;
  const auto s = std::min(static_cast<unsigned>(size), grown);
  return least >= most ? most : least + (most - least) * s / grown;
}

rc::Gen<std::vector<unsigned>> of_size(const ShapeOptions& options, int size) {
  return rc::gen::exec([options, size] {
    const unsigned clients_max = at_most(2, options.clients_max, size);
    const unsigned per_client_max = at_most(1, options.per_client_max, size);
    // Every number of clients but one is as likely as the others.
    std::vector<unsigned> weights(clients_max, several_weight);
    weights.front() = clients_max == 1 ? 1 : alone_weight * (clients_max - 1);
    const std::size_t clients = 1 + *weighted(weights);
    std::vector<unsigned> shape;
    auto left = options.operations_max;
    for (std::size_t i = 0; i < clients; ++i) {
      const auto others = static_cast<unsigned>(clients - i - 1);
      const unsigned most = std::min(per_client_max, left - others);
      shape.push_back(1 + static_cast<unsigned>(*weighted(std::vector<unsigned>(most, 1))));
      left -= shape.back();
    }
    return shape;
  });
}

}  // namespace

rc::Gen<std::vector<unsigned>> shapes(const ShapeOptions& options) {
  ONCELAB_ASSERT(options.clients_max >= 1 && options.per_client_max >= 1);
  ONCELAB_ASSERT(options.operations_max >= options.clients_max);
  return rc::gen::withSize([options](int size) { return of_size(options, size); });
}

}  // namespace oncelab::properties
