// CoverTree: how many stretches lie over each gap, as stretches are taken away; tells which gaps
// become free.
//
// A tree of minima: a node's number holds for its whole subtree but for what its ancestors take
// off. Free gaps are reported once and then count as covered for good, so that nobody meets them
// again.
//
// take_away() is O(log n) and as much for each gap reported; memory is linear.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace oncelab::models {

class CoverTree {
 public:
  /// `counts` by gap. Gaps that are free from the start are not reported.
  void build(std::span<const std::uint32_t> counts) {
    leaves_ = std::bit_ceil(std::max<std::size_t>(counts.size(), 1));
    least_.assign(2 * leaves_, never_free);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      least_[leaves_ + i] = counts[i] == 0 ? never_free : static_cast<std::int32_t>(counts[i]);
    }
    for (std::size_t node = leaves_ - 1; node > 0; --node) {
      least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
    }
    taken_.assign(leaves_, 0);
  }

  /// Takes away a stretch over the gaps from `begin` to before `end`; report(gap) for each gap that
  /// becomes free, in order.
  template <class Report>
  void take_away(std::uint32_t begin, std::uint32_t end, Report&& report) {
    take_away(1, 0, leaves_, begin, end, 0, report);
  }

  [[nodiscard]] std::uint64_t bytes() const {
    return (least_.capacity() + taken_.capacity()) * sizeof(std::int32_t);
  }

 private:
  static constexpr std::int32_t never_free = 0x4000'0000;

  /// `above`: what the ancestors take off.
  template <class Report>
  void take_away(std::size_t node, std::size_t from, std::size_t to, std::size_t begin,
                 std::size_t end, std::int32_t above, Report& report) {
    if (begin <= from && to <= end) {
      --least_[node];
      if (node < leaves_) {
        ++taken_[node];
      }
      if (least_[node] == above) {
        free_all(node, from, to - from, above, report);
      }
      return;
    }
    const std::size_t middle = from + (to - from) / 2;
    const std::int32_t off = above + taken_[node];
    if (begin < middle) {
      take_away(2 * node, from, middle, begin, end, off, report);
    }
    if (middle < end) {
      take_away(2 * node + 1, middle, to, begin, end, off, report);
    }
    least_[node] = std::min(least_[2 * node], least_[2 * node + 1]) - taken_[node];
  }

  /// Those of the subtree whose numbers are `above`, what ancestors take off.
  template <class Report>
  void free_all(std::size_t node, std::size_t from, std::size_t gaps, std::int32_t above,
                Report& report) {
    if (node >= leaves_) {
      report(static_cast<std::uint32_t>(from));
      least_[node] = never_free;
      return;
    }
    above += taken_[node];
    gaps /= 2;
    for (const std::size_t child : {2 * node, 2 * node + 1}) {
      if (least_[child] == above) {
        free_all(child, from, gaps, above, report);
      }
      from += gaps;
    }
    least_[node] = std::min(least_[2 * node], least_[2 * node + 1]) - taken_[node];
  }

  std::size_t leaves_ = 1;           // a power of two
  std::vector<std::int32_t> least_;  // by node; the root is 1, the leaves come last
  std::vector<std::int32_t> taken_;  // by inner node: from all of its subtree
};

}  // namespace oncelab::models
