#include <oncelab/models/monitors/register_monitor.hpp>

#include <algorithm>

namespace oncelab::models {

using check::Monitored;

namespace {

/// Position 0 is the first value's.
Stretch after_first(Stretch when) {
  return {when.call + 1, when.ret == open_end ? open_end : when.ret + 1};
}

}  // namespace

void RegisterMonitor::begin(const history::Value& initial, std::size_t values_max) {
  held_.reset(values_max);
  refused_.clear();
  applicable_ = true;
  Held& first = held_[held_.number_of(initial)];
  first.origin = Origin::first;
  first.origin_known = true;
}

bool RegisterMonitor::read(const history::Value& value, Stretch when) {
  Held& held = held_[held_.number_of(value)];
  when = after_first(when);
  held.observed = true;
  held.last_read_call = std::max(held.last_read_call, when.call);
  held.first_read_return = std::min(held.first_read_return, when.ret);
  return applicable_;
}

bool RegisterMonitor::write(const history::Value& value, Stretch when, bool known) {
  return put(held_.number_of(value), Origin::write, no_value, when, known);
}

bool RegisterMonitor::cas(const history::Value& from, const history::Value& to, Stretch when,
                          bool known) {
  const std::uint32_t replaced = held_.number_of(from);
  held_[replaced].observed |= known;
  return put(held_.number_of(to), Origin::cas, replaced, when, known);
}

bool RegisterMonitor::refused(const history::Value& from) {
  refused_.push_back(held_.number_of(from));
  return applicable_;
}

bool RegisterMonitor::put(std::uint32_t value, Origin origin, std::uint32_t from, Stretch when,
                          bool known) {
  Held& held = held_[value];
  applicable_ &= held.origin == Origin::nothing;
  held.origin = origin;
  held.origin_known = known;
  held.from = from;
  held.put = after_first(when);
  return applicable_;
}

Monitored RegisterMonitor::decide() {
  if (!applicable_) {
    return Monitored::not_applicable;
  }
  if (!link_chains() || !make_blocks() || !blocks_can_be_ordered()) {
    return Monitored::illegal;
  }
  return std::ranges::any_of(refused_, [&](std::uint32_t v) { return is_there(held_[v]); })
             ? Monitored::not_applicable
             : Monitored::legal;
}

/// Every value that somebody observed had an origin; whatever that replaced was observed in turn.
bool RegisterMonitor::link_chains() {
  for (std::uint32_t i = 0; i < held_.size(); ++i) {
    if (held_[i].observed && held_[i].origin == Origin::nothing) {
      return false;
    }
    for (std::uint32_t v = i; held_[v].origin == Origin::cas && is_there(held_[v]);) {
      Held& from = held_[held_[v].from];
      if (from.next == v) {
        break;  // linked before, and so is what comes before it
      }
      if (from.next != no_value || from.origin == Origin::nothing) {
        return false;
      }
      from.next = v;
      from.observed = true;
      v = held_[v].from;
    }
  }
  return true;
}

/// Follows each chain from its start, stage by stage.
bool RegisterMonitor::make_blocks() {
  blocks_.clear();
  std::size_t in_chains = 0;
  std::size_t there = 0;
  for (const Held& start : held_) {
    there += is_there(start) ? 1 : 0;
    if (start.origin == Origin::cas || !is_there(start)) {
      continue;
    }
    Block block{open_end, 0};
    for (const Held* held = &start;; held = &held_[held->next]) {
      ++in_chains;
      if (held->put.ret < block.last_call) {
        return false;
      }
      block.last_call = std::max(block.last_call, held->put.call);
      block.first_return = std::min(block.first_return, held->put.ret);
      if (held->first_read_return < block.last_call) {
        return false;
      }
      block.last_call = std::max(block.last_call, held->last_read_call);
      block.first_return = std::min(block.first_return, held->first_read_return);
      if (held->next == no_value) {
        break;
      }
    }
    blocks_.push_back(block);
  }
  return in_chains == there;
}

bool RegisterMonitor::blocks_can_be_ordered() {
  std::ranges::sort(blocks_, {}, &Block::first_return);
  Block open;  // the earlier one that stretches furthest
  for (const Block& block : blocks_) {
    if (block.first_return < open.last_call && open.first_return < block.last_call) {
      return false;
    }
    if (block.last_call > open.last_call) {
      open = block;
    }
  }
  return true;
}

std::uint64_t RegisterMonitor::bytes() const {
  return held_.bytes() + refused_.capacity() * sizeof(std::uint32_t) +
         blocks_.capacity() * sizeof(Block);
}

}  // namespace oncelab::models
