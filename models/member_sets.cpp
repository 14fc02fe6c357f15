#include <oncelab/models/member_sets.hpp>

namespace oncelab::models {

namespace {

constexpr unsigned leaf_bits = 6;

/// Whether a member is in the upper half of a tree of this height.
bool is_high(std::uint32_t member, std::uint32_t height) {
  return (member >> (leaf_bits - 1 + height) & 1U) != 0;
}

bool is_beyond(std::uint32_t member, std::uint32_t height) {
  return std::uint64_t{member} >> (leaf_bits + height) != 0;
}

}  // namespace

void MemberSets::clear() {
  nodes_.assign(1, Node{});
  table_.reset(0);
}

MemberSets::Set MemberSets::number_of(const Node& node) {
  if (node.low == 0 && node.high == 0) {
    return empty;
  }
  const auto hash = [](const Node& n) {
    std::uint64_t z = (std::uint64_t{n.low} << 32U | n.high) + n.height * 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  };
  const auto fresh = static_cast<Set>(nodes_.size());
  table_.make_room(fresh, [&](std::uint32_t i) { return hash(nodes_[i]); });
  const Set set = table_.find_or_insert(hash(node), fresh,
                                        [&](std::uint32_t other) { return nodes_[other] == node; });
  if (set == fresh) {
    nodes_.push_back(node);
  }
  return set;
}

MemberSets::Set MemberSets::changed(Set set, std::uint32_t height, std::uint32_t member, bool in) {
  Node node = set == empty ? Node{0, 0, height} : nodes_[set];
  std::uint32_t& half = is_high(member, height) ? node.high : node.low;
  if (height > 0) {
    half = changed(half, height - 1, member, in);
  } else {
    const std::uint32_t bit = std::uint32_t{1} << (member & 31U);
    half = in ? half | bit : half & ~bit;
  }
  return number_of(node);
}

MemberSets::Set MemberSets::with(Set set, std::uint32_t member) {
  std::uint32_t height = nodes_[set].height;
  for (; is_beyond(member, height); ++height) {
    set = number_of({set, empty, height + 1});
  }
  return changed(set, height, member, true);
}

MemberSets::Set MemberSets::without(Set set, std::uint32_t member) {
  if (is_beyond(member, nodes_[set].height)) {
    return set;
  }
  set = changed(set, nodes_[set].height, member, false);
  while (nodes_[set].height > 0 && nodes_[set].high == empty) {
    set = nodes_[set].low;
  }
  return set;
}

bool MemberSets::contains(Set set, std::uint32_t member) const {
  if (is_beyond(member, nodes_[set].height)) {
    return false;
  }
  for (std::uint32_t height = nodes_[set].height; height > 0 && set != empty; --height) {
    set = is_high(member, height) ? nodes_[set].high : nodes_[set].low;
  }
  const std::uint32_t word = is_high(member, 0) ? nodes_[set].high : nodes_[set].low;
  return set != empty && (word >> (member & 31U) & 1U) != 0;
}

bool MemberSets::is_subset(Set set, Set of) const {
  if (set == of || set == empty) {
    return true;
  }
  if (nodes_[set].height > nodes_[of].height) {
    return false;
  }
  while (nodes_[of].height > nodes_[set].height) {
    of = nodes_[of].low;
  }
  if (of == empty || nodes_[set].height == 0) {
    return of != empty && (nodes_[set].low & ~nodes_[of].low) == 0 &&
           (nodes_[set].high & ~nodes_[of].high) == 0;
  }
  return is_subset(nodes_[set].low, nodes_[of].low) && is_subset(nodes_[set].high, nodes_[of].high);
}

std::vector<std::uint32_t> MemberSets::members(Set set) const {
  std::vector<std::uint32_t> all;
  append(set, 0, all);
  return all;
}

void MemberSets::append(Set set, std::uint32_t first, std::vector<std::uint32_t>& members) const {
  if (set == empty) {
    return;
  }
  const Node& node = nodes_[set];
  if (node.height > 0) {
    append(node.low, first, members);
    append(node.high, first + (std::uint32_t{1} << (leaf_bits - 1 + node.height)), members);
    return;
  }
  for (std::uint32_t i = 0; i < 64; ++i) {
    if (((i < 32 ? node.low : node.high) >> (i & 31U) & 1U) != 0) {
      members.push_back(first + i);
    }
  }
}

}  // namespace oncelab::models
