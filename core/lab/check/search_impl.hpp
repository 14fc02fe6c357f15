// The bodies of Search (search.hpp), in the order in which a search goes through them.
#pragma once

#include <oncelab/core/lab/check/search.hpp>

namespace oncelab::check {

template <Model M>
SearchEnd Search<M>::run(const M& model, const State& initial, const SearchLimits& limits,
                         Meter& meter, bool keep_longest, std::uint32_t avoid) {
  visited_.reset(problem.use.words().size());
  frames_.clear();
  state_ = initial;
  placed_ = {};
  limits_ = limits;
  meter_ = &meter;
  interval_.begin(meter);
  steps_ = steps_reported_ = compared_reported_ = 0;
  report_at_ = std::min({interval_.next(meter), limits_.steps, meter.steps_left()});
  known_points_ = placed_most_ = 0;
  keep_longest_ = keep_longest;
  longest_.clear();
  longest_score_ = 0;
  longest_shared_ = 0;
  partials_.begin(limits.keep_partials ? problem.nodes.size() : 0);
  avoid_node_ = no_node;
  for (std::uint32_t i = 1; keep_longest && i < problem.nodes.size(); ++i) {
    avoid_node_ = problem.nodes[i].operation == avoid ? i : avoid_node_;
  }

  if (bytes() + bytes_of(model) > meter.bytes_max()) {
    return SearchEnd::out_of_memory;
  }
  if constexpr (HasLookAhead<M>) {
    if (limits_.look_ahead && ahead.hopeless(model, problem, state_, problem.nodes.size())) {
      return ended(SearchEnd::impossible);
    }
  }
  for (;;) {
    place_observers(model);
    if (problem.deadline() == never) {
      return ended(SearchEnd::explained);
    }
    Cursor cursor;
    if (enter(model)) {
      cursor.index = problem.first_called();
    } else {
      cursor.source = Source::exhausted;
    }
    while (!advance(model, cursor)) {
      if (steps_ >= report_at_ && !report(model)) {
        return limit_reached_;
      }
      if (!backtrack(cursor)) {
        return ended(SearchEnd::impossible);
      }
    }
    if (steps_ >= report_at_ && !report(model)) {
      return limit_reached_;
    }
    if (visited_.is_full() && !may_grow(model)) {
      return limit_reached_;
    }
  }
}

/// Adds up the steps since the last report.
template <Model M>
SearchEnd Search<M>::ended(SearchEnd end) {
  meter_->add_steps(steps_ - steps_reported_);
  steps_reported_ = steps_;
  meter_->add_work(visited_.compared() - compared_reported_);
  compared_reported_ = visited_.compared();
  return end;
}

/// False: a limit is reached.
template <Model M>
bool Search<M>::report(const M& model) {
  ended(SearchEnd::explained);
  const std::size_t held = bytes() + bytes_of(model);
  limit_reached_ = meter_->is_stopped()                              ? SearchEnd::stopped
                   : steps_ >= limits_.steps || meter_->is_used_up() ? SearchEnd::out_of_steps
                   : held > meter_->bytes_max()                      ? SearchEnd::out_of_memory
                   : meter_->is_late_with(held)                      ? SearchEnd::out_of_time
                                                                     : SearchEnd::explained;
  if (limit_reached_ != SearchEnd::explained) {
    return false;
  }
  const std::uint64_t left = std::min(limits_.steps - steps_, meter_->steps_left());
  report_at_ = steps_ + std::min(interval_.next(*meter_), left);
  return true;
}

/// Whether there is memory for larger tables, and time: twice what the last took, as they are twice
/// as large. False: a limit is reached.
template <Model M>
bool Search<M>::may_grow(const M& model) {
  const std::size_t held = bytes() + bytes_of(model);
  if (held + visited_.bytes_to_grow() > meter_->bytes_max()) {
    limit_reached_ = ended(SearchEnd::out_of_memory);
    return false;
  }
  if (!meter_->has_time_for(longest_growth_ * 2)) {
    limit_reached_ = ended(SearchEnd::out_of_time);
    return false;
  }
  grows_since_ = meter_->seconds();
  return true;
}

/// Placing an observer may move the deadline, which lets more operations in: one pass sees them.
template <Model M>
void Search<M>::place_observers(const M& model) {
  auto& nodes = problem.nodes;
  for (std::uint32_t i = problem.first_called(); nodes[i].call < problem.deadline();) {
    const std::uint32_t next = nodes[i].call_next;
    if (nodes[i].observer) {
      ++steps_;
      State after = state_;
      if (model.apply(after, nodes[i].op, 0, 0)) {
        ONCELAB_ASSERT(after == state_);  // law 2 of model.hpp
        next_state_ = state_;
        push_known(i, {}, true);
      }
    }
    i = next;
  }
}

template <Model M>
bool Search<M>::enter(const M& model) {
  if constexpr (HasLookAhead<M>) {
    if (limits_.look_ahead && ahead.hopeless(model, problem, state_)) {
      return false;
    }
  }
  if (steps_ < limits_.remember_after) {
    return true;
  }
  const bool is_new = visited_.enter(placed_, state_, model.hash(state_), problem.use);
  if (grows_since_ > 0) {
    longest_growth_ = std::max(longest_growth_, meter_->seconds() - grows_since_);
    grows_since_ = 0;
  }
  return is_new;
}

/// Places the next point that can be placed, from the cursor on.
template <Model M>
bool Search<M>::advance(const M& model, Cursor cursor) {
  if (cursor.source == Source::known) {
    if (try_known(model, cursor)) {
      return true;
    }
    cursor = {Source::begin_kind, 0, 0};
  }
  if (cursor.source == Source::begin_kind) {
    if (try_unused(model, cursor)) {
      return true;
    }
    cursor = {Source::continue_unknown, 0, 0};
  }
  return cursor.source == Source::continue_unknown && try_begun(model, cursor);
}

template <Model M>
bool Search<M>::try_known(const M& model, Cursor& cursor) {
  const auto& nodes = problem.nodes;
  const std::uint32_t deadline = problem.deadline();
  for (; nodes[cursor.index].call < deadline; cursor.index = nodes[cursor.index].call_next) {
    const Node<Op>& node = nodes[cursor.index];
    if (!node.observer && !has_earlier_twin(node) &&
        try_choices(model, node.op, node.placed, false, cursor)) {
      push_known(cursor.index, cursor, false);
      return true;
    }
    cursor.choice = 0;
  }
  return false;
}

template <Model M>
bool Search<M>::try_unused(const M& model, Cursor& cursor) {
  const std::uint32_t deadline = problem.deadline();
  for (; cursor.index < problem.kinds.size(); ++cursor.index) {
    const std::uint32_t member = problem.kinds[cursor.index].unused;
    if (member != no_member && problem.members[member].call < deadline &&
        try_choices(model, problem.members[member].op, 0, problem.members[member].points == 1,
                    cursor)) {
      push_unknown(member, cursor);
      return true;
    }
    cursor.choice = 0;
  }
  return false;
}

template <Model M>
bool Search<M>::try_begun(const M& model, Cursor& cursor) {
  for (; cursor.index < problem.staged.size(); ++cursor.index) {
    const auto& member = problem.members[problem.staged[cursor.index]];
    if (member.placed > 0 && member.placed < member.points &&
        try_choices(model, member.op, member.placed, member.placed + 1 == member.points, cursor)) {
      push_unknown(problem.staged[cursor.index], cursor);
      return true;
    }
    cursor.choice = 0;
  }
  return false;
}

/// From cursor.choice on; leaves the choice that worked in the cursor, its state in next_state_.
template <Model M>
bool Search<M>::try_choices(const M& model, const Op& op, unsigned point, bool must_change,
                            Cursor& cursor) {
  for (const unsigned choices = model.choices(op, point); unsigned{cursor.choice} < choices;
       ++cursor.choice) {
    ++steps_;
    next_state_ = state_;
    if (model.apply(next_state_, op, point, cursor.choice) &&
        !(must_change && next_state_ == state_)) {
      return true;
    }
  }
  return false;
}

template <Model M>
bool Search<M>::has_earlier_twin(const Node<Op>& node) const {
  const std::uint32_t deadline = problem.deadline();
  for (std::uint32_t i = node.same_earlier; i != no_node && problem.nodes[i].ret >= deadline;
       i = problem.nodes[i].same_earlier) {
    if (problem.nodes[i].placed == 0 && problem.nodes[i].call < deadline) {
      return true;
    }
  }
  return false;
}

template <Model M>
void Search<M>::push_known(std::uint32_t index, Cursor tried, bool forced) {
  Node<Op>& node = problem.nodes[index];
  frames_.push_back({state_, tried, index, node.placed, forced});
  frames_.back().tried.source = Source::known;
  toggle(placed_, index, node.placed);
  ++known_points_;
  if (++node.placed == node.points) {
    problem.unlink(index);
    if (limits_.look_ahead) {
      ahead.taken(index);
    }
  }
  state_ = next_state_;
}

template <Model M>
void Search<M>::push_unknown(std::uint32_t index, Cursor tried) {
  auto& member = problem.members[index];
  frames_.push_back({state_, tried, index, member.placed, false});
  UnknownKind& kind = problem.kinds[member.kind];
  if (member.placed == 0) {
    kind.unused = member.next;
  }
  if (member.points == 1) {
    problem.use.increment(kind.field);
  } else {
    problem.use.move_progress(member.field, member.points, member.placed, member.placed + 1U);
  }
  ++member.placed;
  state_ = next_state_;
}

/// Gives up placements until one has an alternative left; false: there is none.
template <Model M>
bool Search<M>::backtrack(Cursor& resume) {
  placed_most_ = std::max(placed_most_, known_points_);
  if (keep_longest_) {
    keep_if_longest();
    keep_partial();
  }
  while (!frames_.empty()) {
    const Frame frame = frames_.back();
    frames_.pop_back();
    undo(frame);
    if (!frame.forced) {
      resume = frame.tried;
      ++resume.choice;
      return true;
    }
  }
  return false;
}

template <Model M>
void Search<M>::undo(const Frame& frame) {
  longest_shared_ = std::min(longest_shared_, frames_.size());
  state_ = frame.before;
  if (frame.tried.source == Source::known) {
    Node<Op>& node = problem.nodes[frame.index];
    if (node.placed == node.points) {
      if (limits_.look_ahead) {
        ahead.given_back(frame.index);
      }
      problem.relink(frame.index);
    }
    --node.placed;
    --known_points_;
    toggle(placed_, frame.index, node.placed);
    return;
  }
  auto& member = problem.members[frame.index];
  UnknownKind& kind = problem.kinds[member.kind];
  if (member.points == 1) {
    problem.use.decrement(kind.field);
  } else {
    problem.use.move_progress(member.field, member.points, member.placed, member.placed - 1U);
  }
  if (--member.placed == 0) {
    kind.unused = frame.index;
  }
}

template <Model M>
void Search<M>::keep_if_longest() {
  const auto& avoid = problem.nodes[avoid_node_];
  const bool avoided = avoid_node_ != no_node && avoid.placed < avoid.points;
  const std::uint64_t score = known_points_ * 2 + (avoided ? 1 : 0);
  if (score <= longest_score_) {
    return;
  }
  longest_score_ = score;
  longest_.resize(std::min(longest_.size(), longest_shared_));
  for (std::size_t i = longest_.size(); i < frames_.size(); ++i) {
    longest_.push_back(placement_of(frames_[i]));
  }
  longest_shared_ = frames_.size();
}

/// If it is longer than any before through one of its operations.
template <Model M>
void Search<M>::keep_partial() {
  if (!partials_.is_on()) {
    return;
  }
  meter_->add_work(frames_.size() / 4);
  bool is_longer = false;
  for (const Frame& frame : frames_) {
    is_longer |=
        frame.tried.source == Source::known && partials_.is_longer(frame.index, known_points_);
  }
  if (!is_longer) {
    return;
  }
  const std::uint32_t partial = partials_.add(order());
  for (const Frame& frame : frames_) {
    if (frame.tried.source == Source::known && partials_.is_longer(frame.index, known_points_)) {
      partials_.set(frame.index, known_points_, partial);
    }
  }
}

template <Model M>
Placement Search<M>::placement_of(const Frame& frame) const {
  if (frame.tried.source == Source::known) {
    const Node<Op>& node = problem.nodes[frame.index];
    return {node.operation, frame.point, node.points, frame.tried.choice, true};
  }
  const auto& member = problem.members[frame.index];
  return {member.operation, frame.point, member.points, frame.tried.choice, false};
}

}  // namespace oncelab::check
