// Problem: one partition of a history, compiled and laid out for the search.
//
// Answered operations are nodes in two doubly linked lists, by call and by return; placing an
// operation takes its node out, giving it up puts it back (dancing links: a removed node keeps its
// neighbours). The first of the return list is the deadline: only operations called before it may
// be placed next, so the search looks at no more nodes than clients are active at once.
//
// Operations with unknown outcome never return; they are grouped by kind, members in order of their
// calls, and only the first unused member of a kind needs to be tried: exchanging two of them in
// any order of points gives a legal order again. Those that never change the state are left out.
//
// Node 0 is the end of both lists. Building is linear; buffers are kept from one use to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/check/index_table.hpp>
#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/check/packed_use.hpp>

namespace oncelab::check {

inline constexpr std::uint32_t no_node = 0;
inline constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

template <class Op>
struct Node {
  Op op;
  std::uint32_t operation;  // in the history
  std::uint32_t call;       // position of its event
  std::uint32_t ret;
  std::uint32_t call_prev, call_next;
  std::uint32_t ret_prev, ret_next;
  std::uint32_t same_earlier;  // the node of its kind that returns just before it
  std::uint8_t points;
  std::uint8_t placed;
  bool observer;
};

template <class Op>
struct UnknownMember {
  Op op;
  std::uint32_t operation;
  std::uint32_t call;
  PackedUse::Field field;  // operations of several points only
  std::uint32_t next;      // member of the same kind; no_member at the end
  std::uint32_t kind;
  std::uint8_t points;
  std::uint8_t placed;
};

inline constexpr std::uint32_t no_member = never;

struct UnknownKind {
  std::uint32_t first;   // member
  std::uint32_t last;    // member
  std::uint32_t unused;  // the first member not begun; no_member: all are
  std::uint32_t count;
  PackedUse::Field field;  // operations of one point only
  std::uint8_t points;
};

template <Model M>
class Problem {
 public:
  using Op = typename M::Op;

  /// Starts a new problem of at most `operations_max` operations.
  void begin(std::size_t operations_max, bool use_symmetry) {
    nodes.resize(1);
    nodes[0] = {};
    nodes[0].call = nodes[0].ret = never;
    members.clear();
    kinds.clear();
    staged.clear();
    last_returned_.clear();
    use.reset();
    use_symmetry_ = use_symmetry;
    if (use_symmetry) {
      known_kinds_.reset(operations_max);
      unknown_kinds_.reset(operations_max);
    }
  }

  /// Calls come in the order of their events. Gives the node for add_return.
  std::uint32_t add_known(const M& model, const Op& op, std::uint32_t operation,
                          std::uint32_t call) {
    const auto index = static_cast<std::uint32_t>(nodes.size());
    const auto points = static_cast<std::uint8_t>(model.points(op));
    ONCELAB_ASSERT(points >= 1 && points <= points_max);
    const std::uint32_t last = nodes[0].call_prev;
    nodes.push_back({op, operation, call, never, last, no_node, no_node, no_node, no_node, points,
                     0, points == 1 && !model.changes_state(op)});
    nodes[last].call_next = index;
    nodes[0].call_prev = index;
    return index;
  }

  /// Returns come in the order of their events.
  void add_return(const M& model, std::uint32_t index, std::uint32_t position) {
    Node<Op>& node = nodes[index];
    node.ret = position;
    node.ret_prev = nodes[0].ret_prev;
    nodes[node.ret_prev].ret_next = index;
    nodes[0].ret_prev = index;
    if (use_symmetry_ && node.points == 1 && !node.observer) {
      link_kind(model, index);
    }
  }

  void add_unknown(const M& model, const Op& op, std::uint32_t operation, std::uint32_t call) {
    if (!model.changes_state(op)) {
      return;
    }
    const auto index = static_cast<std::uint32_t>(members.size());
    const auto points = static_cast<std::uint8_t>(model.points(op));
    ONCELAB_ASSERT(points >= 1 && points <= points_max);
    members.push_back({op, operation, call, {}, no_member, 0, points, 0});
    auto kind = static_cast<std::uint32_t>(kinds.size());
    if (use_symmetry_) {
      kind = unknown_kinds_.find_or_insert(model.kind_hash(op), kind, [&](std::uint32_t other) {
        return model.interchangeable(members[kinds[other].first].op, op);
      });
    }
    if (kind == kinds.size()) {
      kinds.push_back({index, index, index, 0, {}, points});
    } else {
      members[kinds[kind].last].next = index;
      kinds[kind].last = index;
    }
    members[index].kind = kind;
    ++kinds[kind].count;
  }

  /// After the last event: lays out the use of unknown outcomes.
  void finish() {
    for (UnknownKind& kind : kinds) {
      if (kind.points == 1) {
        kind.field = use.add_counter(kind.count);
        continue;
      }
      for (std::uint32_t i = kind.first; i != no_member; i = members[i].next) {
        members[i].field = use.add_progress(kind.points);
        staged.push_back(i);
      }
    }
  }

  void unlink(std::uint32_t index) {
    const Node<Op>& node = nodes[index];
    nodes[node.call_prev].call_next = node.call_next;
    nodes[node.call_next].call_prev = node.call_prev;
    nodes[node.ret_prev].ret_next = node.ret_next;
    nodes[node.ret_next].ret_prev = node.ret_prev;
  }

  void relink(std::uint32_t index) {
    const Node<Op>& node = nodes[index];
    nodes[node.ret_next].ret_prev = index;
    nodes[node.ret_prev].ret_next = index;
    nodes[node.call_next].call_prev = index;
    nodes[node.call_prev].call_next = index;
  }

  /// Everything before this position may still be placed; `never` when nothing is left to place.
  [[nodiscard]] std::uint32_t deadline() const { return nodes[nodes[0].ret_next].ret; }
  [[nodiscard]] std::uint32_t first_called() const { return nodes[0].call_next; }

  [[nodiscard]] std::size_t bytes() const {
    return nodes.size() * sizeof(Node<Op>) + members.size() * sizeof(UnknownMember<Op>) +
           kinds.size() * sizeof(UnknownKind);
  }

  std::vector<Node<Op>> nodes;
  std::vector<UnknownMember<Op>> members;
  std::vector<UnknownKind> kinds;
  std::vector<std::uint32_t> staged;  // members of several points
  PackedUse use;

 private:
  void link_kind(const M& model, std::uint32_t index) {
    const auto fresh = static_cast<std::uint32_t>(last_returned_.size());
    const std::uint32_t kind = known_kinds_.find_or_insert(
        model.kind_hash(nodes[index].op), fresh, [&](std::uint32_t other) {
          return model.interchangeable(nodes[last_returned_[other]].op, nodes[index].op);
        });
    if (kind == fresh) {
      last_returned_.push_back(index);
    } else {
      nodes[index].same_earlier = last_returned_[kind];
      last_returned_[kind] = index;
    }
  }

  IndexTable known_kinds_;
  IndexTable unknown_kinds_;
  std::vector<std::uint32_t> last_returned_;  // by kind of answered operation
  bool use_symmetry_ = false;
};

}  // namespace oncelab::check
