// StabbedPairs: pairs of stretches, to be asked for one whose first contains one instant and whose
// second another; pairs can be taken out.
//
// A tree over the pairs in the order of their first stretch's calls, with bounds of what is left of
// each subtree. A question goes through the subtrees that the bounds do not rule out: about log n
// of them and as many as first stretches that contain the instant, at worst.
//
// Threads: one at a time. Memory: linear.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <oncelab/models/monitors/stretch.hpp>

namespace oncelab::models {

class StabbedPairs {
 public:
  static constexpr std::uint32_t none = 0xFFFF'FFFFU;

  void begin(std::size_t pairs) {
    leaves_ = std::bit_ceil(std::max<std::size_t>(pairs, 1));
    bounds_.assign(2 * leaves_, Bounds{});
    pairs_ = 0;
  }
  /// In the order of the first stretches' calls; numbered from 0. Then build().
  void add(Stretch first, Stretch second) {
    bounds_[leaves_ + pairs_++] = {first.call, first.ret, second.call, second.ret};
  }
  void build() {
    for (std::size_t node = leaves_ - 1; node > 0; --node) {
      join(node);
    }
  }
  void take_out(std::uint32_t pair) {
    std::size_t node = leaves_ + pair;
    bounds_[node] = {};
    for (node /= 2; node > 0; node /= 2) {
      join(node);
    }
  }
  /// A pair that is left, the first stretch around `in_first` and the second around `in_second`:
  /// called before it, returned at it or later; called at it or earlier, returned after it.
  [[nodiscard]] std::uint32_t find(std::uint32_t in_first, std::uint32_t in_second) const {
    return find(1, in_first, in_second);
  }
  [[nodiscard]] std::uint64_t bytes() const { return bounds_.capacity() * sizeof(Bounds); }

 private:
  /// Of a subtree; of nothing: none contains anything.
  struct Bounds {
    std::uint32_t first_call = open_end;  // least
    std::uint32_t first_ret = 0;          // greatest
    std::uint32_t second_call = open_end;
    std::uint32_t second_ret = 0;
  };

  void join(std::size_t node) {
    const Bounds& a = bounds_[2 * node];
    const Bounds& b = bounds_[2 * node + 1];
    bounds_[node] = {std::min(a.first_call, b.first_call), std::max(a.first_ret, b.first_ret),
                     std::min(a.second_call, b.second_call), std::max(a.second_ret, b.second_ret)};
  }

  [[nodiscard]] std::uint32_t find(std::size_t node, std::uint32_t in_first,
                                   std::uint32_t in_second) const {
    const Bounds& bounds = bounds_[node];
    if (bounds.first_call >= in_first || bounds.first_ret < in_first ||
        bounds.second_call > in_second || bounds.second_ret <= in_second) {
      return none;
    }
    if (node >= leaves_) {
      return static_cast<std::uint32_t>(node - leaves_);
    }
    // Those called last are the likelier to be under way.
    const std::uint32_t found = find(2 * node + 1, in_first, in_second);
    return found != none ? found : find(2 * node, in_first, in_second);
  }

  std::size_t leaves_ = 1;  // a power of two
  std::size_t pairs_ = 0;
  std::vector<Bounds> bounds_;  // by node; the root is 1, the leaves come last
};

}  // namespace oncelab::models
