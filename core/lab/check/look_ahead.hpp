// LookAhead: "can this state still explain the answers that are to come?"
//
// A search that orders concurrent writes finds out only at the next read whether the order was
// right. A model may say what an answer demands, so that a hopeless state is left at once:
//
//   look_ahead(intervals, sources)   tells the sources, below, of the operations of one partition
//   may_become(state, demand)        false only if no operations, other than sources of the demand,
//                                    lead from the state to one in which the demand is allowed
//
// A source of a demand is an operation after which the state may become one that allows it,
// whatever the state was before: for a read of 3, a write of 3. Sources come in classes: an
// operation is in at most one; a demand names the classes of all its sources.
//
// Claims are fuzzed by the meta tests (checker_laws_test). A demand is an answered operation.
// Sound because a demand that is not yet placed will be placed after the present state: either the
// state becomes what it needs by itself, or a source, not yet placed and called before the demand
// returns, comes in between.
//
// Cost: hopeless() looks at the next few demands in the order of their returns; once, at the start,
// at all of them. Memory: linear.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <oncelab/core/lab/check/monitor.hpp>
#include <oncelab/core/lab/check/problem.hpp>

namespace oncelab::check {

/// What a model tells in look_ahead(). Operations are named as in Interval::operation.
class Sources {
 public:
  struct Pair {
    std::uint32_t operation = 0;
    std::uint32_t source_class = 0;
  };

  void clear() {
    classes_ = 0;
    supplies_.clear();
    demands_.clear();
    needs_.clear();
  }
  std::uint32_t new_class() { return classes_++; }
  void supplies(std::uint32_t operation, std::uint32_t source_class) {
    supplies_.push_back({operation, source_class});
  }
  /// Once per demand, then needs() for each class of its sources.
  void demand(std::uint32_t operation) { demands_.push_back(operation); }
  void needs(std::uint32_t operation, std::uint32_t source_class) {
    needs_.push_back({operation, source_class});
  }

  [[nodiscard]] std::uint32_t classes() const { return classes_; }
  [[nodiscard]] std::span<const Pair> all_supplies() const { return supplies_; }
  [[nodiscard]] std::span<const std::uint32_t> all_demands() const { return demands_; }
  [[nodiscard]] std::span<const Pair> all_needs() const { return needs_; }

 private:
  std::uint32_t classes_ = 0;
  std::vector<Pair> supplies_;
  std::vector<std::uint32_t> demands_;
  std::vector<Pair> needs_;
};

template <class M>
concept HasLookAhead =
    requires(const M& model, const typename M::State& state, const typename M::Op& op,
             std::span<const Interval<typename M::Op>> intervals, Sources& sources) {
      { model.look_ahead(intervals, sources) } -> std::same_as<void>;
      { model.may_become(state, op) } -> std::same_as<bool>;
    };

template <Model M>
class LookAhead {
 public:
  using Op = typename M::Op;

  /// `problem` is finished and nothing is placed. Nodes of `node_of` are by operation.
  void make(const Problem<M>& problem, const Sources& sources,
            std::span<const std::uint32_t> node_of) {
    heads_.assign(sources.classes(), {no_node, {}});
    links_.assign(problem.nodes.size(), {});
    demands_.assign(problem.nodes.size(), {});
    needs_.clear();
    class_of_.assign(node_of.size(), no_class);
    for (const auto& [operation, source_class] : sources.all_supplies()) {
      class_of_[operation] = source_class;
    }
    // From the last call to the first, so that each class is in the order of calls.
    const auto& nodes = problem.nodes;
    for (std::uint32_t i = nodes[0].call_prev; i != no_node; i = nodes[i].call_prev) {
      const std::uint32_t source_class = class_of_[nodes[i].operation];
      if (source_class != no_class) {
        give_back_first(i, source_class);
      }
    }
    for (std::uint32_t i = 0; i < problem.members.size(); ++i) {
      const std::uint32_t source_class = class_of_[problem.members[i].operation];
      if (source_class != no_class) {
        heads_[source_class].unknown.push_back(i);
      }
    }
    for (const std::uint32_t operation : sources.all_demands()) {
      demands_[node_of[operation]].is_demand = true;
    }
    note_needs(sources, node_of);
  }

  /// The node is placed and no longer a source; the reverse, in reverse order, is given_back().
  void taken(std::uint32_t node) {
    const Link& link = links_[node];
    if (link.source_class != no_class) {
      (link.prev == no_node ? heads_[link.source_class].first : links_[link.prev].next) = link.next;
      if (link.next != no_node) {
        links_[link.next].prev = link.prev;
      }
    }
  }
  void given_back(std::uint32_t node) {
    const Link& link = links_[node];
    if (link.source_class != no_class) {
      (link.prev == no_node ? heads_[link.source_class].first : links_[link.prev].next) = node;
      if (link.next != no_node) {
        links_[link.next].prev = node;
      }
    }
  }

  [[nodiscard]] bool hopeless(const M& model, const Problem<M>& problem,
                              const typename M::State& state,
                              std::size_t demands_looked_at = next_demands) const {
    const auto& nodes = problem.nodes;
    std::size_t left = demands_looked_at;
    for (std::uint32_t i = nodes[0].ret_next; i != no_node && left > 0; i = nodes[i].ret_next) {
      if (demands_[i].is_demand && nodes[i].placed == 0) {
        --left;
        if (!model.may_become(state, nodes[i].op) && !has_source(problem, i)) {
          return true;
        }
      }
    }
    return false;
  }

  [[nodiscard]] std::size_t bytes() const {
    return heads_.capacity() * sizeof(Head) + links_.capacity() * sizeof(Link) +
           demands_.capacity() * sizeof(Demand) +
           (needs_.capacity() + class_of_.capacity()) * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::size_t next_demands = 12;
  static constexpr std::uint32_t no_class = 0xFFFF'FFFFU;

  struct Head {
    std::uint32_t first = no_node;       // answered source not yet placed that was called first
    std::vector<std::uint32_t> unknown;  // members of the problem, in the order of their calls
  };
  struct Link {
    std::uint32_t source_class = no_class;
    std::uint32_t prev = no_node;
    std::uint32_t next = no_node;
  };
  struct Demand {
    bool is_demand = false;
    std::uint32_t needs_begin = 0;
    std::uint32_t needs_end = 0;
  };

  void give_back_first(std::uint32_t node, std::uint32_t source_class) {
    Head& head = heads_[source_class];
    links_[node] = {source_class, no_node, head.first};
    if (head.first != no_node) {
      links_[head.first].prev = node;
    }
    head.first = node;
  }

  /// Needs come in any order: counted, then placed.
  void note_needs(const Sources& sources, std::span<const std::uint32_t> node_of) {
    for (const auto& need : sources.all_needs()) {
      ++demands_[node_of[need.operation]].needs_end;
    }
    std::uint32_t total = 0;
    for (Demand& demand : demands_) {
      const std::uint32_t count = demand.needs_end;
      demand.needs_begin = demand.needs_end = total;
      total += count;
    }
    needs_.resize(total);
    for (const auto& [operation, source_class] : sources.all_needs()) {
      needs_[demands_[node_of[operation]].needs_end++] = source_class;
    }
  }

  [[nodiscard]] bool has_source(const Problem<M>& problem, std::uint32_t demand) const {
    const std::uint32_t before = problem.nodes[demand].ret;
    for (std::uint32_t n = demands_[demand].needs_begin; n < demands_[demand].needs_end; ++n) {
      const Head& head = heads_[needs_[n]];
      if (head.first != no_node && problem.nodes[head.first].call < before) {
        return true;
      }
      for (const std::uint32_t i : head.unknown) {
        const auto& member = problem.members[i];
        if (member.call >= before) {
          break;
        }
        if (member.placed < member.points) {
          return true;
        }
      }
    }
    return false;
  }

  std::vector<Head> heads_;      // by class
  std::vector<Link> links_;      // by node
  std::vector<Demand> demands_;  // by node
  std::vector<std::uint32_t> needs_;
  std::vector<std::uint32_t> class_of_;  // by operation
};

}  // namespace oncelab::check
