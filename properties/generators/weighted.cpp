#include <oncelab/properties/generators/weighted.hpp>

#include <rapidcheck.h>

#include <numeric>
#include <utility>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::properties {

namespace {

std::size_t index_at(const std::vector<unsigned>& weights, std::uint64_t ticket) {
  std::size_t index = 0;
  while (ticket >= weights[index]) {
    ticket -= weights[index++];
  }
  return index;
}

}  // namespace

rc::Gen<std::size_t> weighted(std::vector<unsigned> weights) {
  const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  ONCELAB_ASSERT(sum > 0);
  return [weights = std::move(weights), sum](const rc::Random& random, int /*size*/) {
    const auto smaller_ones = [weights](std::size_t index) {
      std::vector<std::size_t> smaller;
      for (std::size_t i = 0; i < index; ++i) {
        if (weights[i] > 0) {
          smaller.push_back(i);
        }
      }
      return rc::seq::fromContainer(std::move(smaller));
    };
    return rc::shrinkable::shrinkRecur(index_at(weights, rc::Random(random).next() % sum),
                                       smaller_ones);
  };
}

}  // namespace oncelab::properties
