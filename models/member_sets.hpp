// MemberSets: sets of small numbers as numbers, equal exactly when the sets are.
//
// For models whose state is a set that many operations change a little. A set is a tree over the
// numbers, with 64 to a leaf; equal trees are one (hash consing), so a set that differs in one
// member from another shares all but one path with it.
//
// Sets are never taken back before clear(); a copy has the same sets. Threads: one at a time.
// Complexity: logarithmic in the largest member, in time and in new memory; is_subset() linear in
// what the two do not share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <oncelab/core/lab/check/index_table.hpp>

namespace oncelab::models {

class MemberSets {
 public:
  using Set = std::uint32_t;
  static constexpr Set empty = 0;
  static constexpr Set none = 0xFFFF'FFFFU;  // equal to no set

  void clear();
  [[nodiscard]] Set with(Set set, std::uint32_t member);
  [[nodiscard]] Set without(Set set, std::uint32_t member);
  [[nodiscard]] bool contains(Set set, std::uint32_t member) const;
  [[nodiscard]] bool is_subset(Set set, Set of) const;
  /// In ascending order.
  [[nodiscard]] std::vector<std::uint32_t> members(Set set) const;
  [[nodiscard]] std::size_t bytes() const {
    return nodes_.capacity() * sizeof(Node) + table_.bytes();
  }

 private:
  /// Height 0: 64 members, as two words of bits. Else two sets, of the lower and the upper half. A
  /// set as a whole is as high as its largest member asks for.
  struct Node {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::uint32_t height = 0;
    friend bool operator==(const Node&, const Node&) = default;
  };

  Set number_of(const Node& node);
  Set changed(Set set, std::uint32_t height, std::uint32_t member, bool in);
  void append(Set set, std::uint32_t first, std::vector<std::uint32_t>& members) const;

  std::vector<Node> nodes_{Node{}};  // the first is the empty set, of every height
  check::IndexTable table_;
};

}  // namespace oncelab::models
