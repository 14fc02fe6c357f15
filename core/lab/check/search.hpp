// Search: depth-first search for an order of atomic points that explains one partition.
//
// After Wing and Gong (1993), with Lowe's memory of visited configurations (2016) and the lists of
// Horn and Kroening (2015). What is added, and why it loses nothing:
// - Observers at once. An operation that can never change the state and is legal now is placed
//   without a choice: in any order that goes on from here it can be moved to here.
// - Unknown outcomes are used only when needed: the search is over when the last answered operation
//   is placed, and a use that ends an operation without changing the state is not tried.
// - Look-ahead (look_ahead.hpp), of models that offer it: hopeless states are left at once.
// - Subsumption (visited.hpp) and interchangeable unknown outcomes (problem.hpp).
// - Interchangeable answered operations of one point: the one that returns first is placed first.
//   Exchanging two such points keeps both in their intervals; for several points it would not.
// A shortest completion of any configuration survives each of these rules, which is why they can be
// used together.
//
// Memory: the visited set, plus one frame per placed point. Time: exponential in the number of
// overlapping operations at worst; about linear in length otherwise.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/check/look_ahead.hpp>
#include <oncelab/core/lab/check/meter.hpp>
#include <oncelab/core/lab/check/partials.hpp>
#include <oncelab/core/lab/check/problem.hpp>
#include <oncelab/core/lab/check/verdict.hpp>
#include <oncelab/core/lab/check/visited.hpp>

namespace oncelab::check {

struct SearchLimits {
  std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();  // of this search
  /// Visited configurations are remembered from this step on: tiny histories never need it.
  std::uint64_t remember_after = 16;
  bool look_ahead = false;
  bool keep_partials = false;  // besides the longest order
};

template <Model M>
class Search {
 public:
  using Op = typename M::Op;
  using State = typename M::State;

  Problem<M> problem;  // built by the caller
  LookAhead<M> ahead;  // built by the caller if limits.look_ahead

  /// With `avoid` an operation, keeps the longest order found; among equals, one without `avoid`.
  SearchEnd run(const M& model, const State& initial, const SearchLimits& limits, Meter& meter,
                bool keep_longest = false, std::uint32_t avoid = never);

  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] bool looked_ahead() const { return limits_.look_ahead; }
  /// The most points of answered operations that an order had, at its dead end or now.
  [[nodiscard]] std::uint64_t placed_most() const { return std::max(placed_most_, known_points_); }
  [[nodiscard]] std::uint64_t bytes() const {
    return problem.bytes() + (limits_.look_ahead ? ahead.bytes() : 0) + visited_.bytes() +
           frames_.capacity() * sizeof(Frame);
  }
  [[nodiscard]] const std::vector<Placement>& longest() const { return longest_; }
  /// With limits.keep_partials: the longest order through each node.
  [[nodiscard]] const Partials& partials() const { return partials_; }
  /// After `explained`: the order found.
  [[nodiscard]] std::vector<Placement> order() const {
    std::vector<Placement> placements;
    for (const Frame& frame : frames_) {
      placements.push_back(placement_of(frame));
    }
    return placements;
  }

 private:
  enum class Source : std::uint8_t { known, begin_kind, continue_unknown, exhausted };

  /// What to try next in a configuration.
  struct Cursor {
    Source source = Source::known;
    std::uint8_t choice = 0;
    std::uint32_t index = 0;  // node, kind, or position in problem.staged
  };

  struct Frame {
    State before;
    Cursor tried;
    std::uint32_t index;  // node or member
    std::uint8_t point;
    bool forced;
  };

  SearchEnd ended(SearchEnd end);
  bool report(const M& model);
  bool may_grow(const M& model);
  void place_observers(const M& model);
  bool enter(const M& model);
  bool advance(const M& model, Cursor cursor);
  bool try_known(const M& model, Cursor& cursor);
  bool try_unused(const M& model, Cursor& cursor);
  bool try_begun(const M& model, Cursor& cursor);
  bool try_choices(const M& model, const Op& op, unsigned point, bool must_change, Cursor& cursor);
  bool backtrack(Cursor& resume);
  [[nodiscard]] bool has_earlier_twin(const Node<Op>& node) const;
  void push_known(std::uint32_t index, Cursor tried, bool forced);
  void push_unknown(std::uint32_t index, Cursor tried);
  void undo(const Frame& frame);
  void keep_if_longest();
  void keep_partial();
  [[nodiscard]] Placement placement_of(const Frame& frame) const;

  Visited<State> visited_;
  std::vector<Frame> frames_;
  State state_{};
  State next_state_{};  // what the last successful try_choices led to
  Fingerprint placed_;
  SearchLimits limits_;
  Meter* meter_ = nullptr;
  ReportInterval interval_;
  SearchEnd limit_reached_{};
  double grows_since_ = 0;     // if the next configuration makes a table grow
  double longest_growth_ = 0;  // seconds
  std::uint64_t steps_ = 0;
  std::uint64_t steps_reported_ = 0;
  std::uint64_t compared_reported_ = 0;
  std::uint64_t report_at_ = 0;
  std::uint64_t known_points_ = 0;  // placed, of answered operations
  std::uint64_t placed_most_ = 0;   // the largest that number was at a dead end

  bool keep_longest_ = false;
  std::uint32_t avoid_node_ = no_node;
  std::vector<Placement> longest_;
  std::uint64_t longest_score_ = 0;
  Partials partials_;
  std::size_t longest_shared_ = 0;  // leading frames that are still those of longest_
};

}  // namespace oncelab::check

#include <oncelab/core/lab/check/search_impl.hpp>
