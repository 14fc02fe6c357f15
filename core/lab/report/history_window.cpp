#include <oncelab/core/lab/report/history_window.hpp>

#include <algorithm>
#include <ranges>

#include <oncelab/core/lab/report/history_columns.hpp>

namespace oncelab::report {

namespace {

using history::EventIndex;
using history::History;
using history::OperationIndex;
using history::Value;

/// Partitions are keys, or members of a set that stand where the input does.
bool concerns(const history::Operation& operation, const Value& partition) {
  return partition.is_nil() || operation.key == partition ||
         (operation.key.is_nil() && operation.input == partition);
}

}  // namespace

HistoryWindow::HistoryWindow(const History& history, const check::Explanation* explanation,
                             const Value& partition, const WindowLimits& limits)
    : history_(history), is_near_(history.operations().size()) {
  if (explanation != nullptr && !is_near_.empty()) {
    focus_ = raw(explanation->culprit);
    choose(explanation->culprit);
    for (const check::Objection& objection : explanation->objections) {
      choose(objection.operation);
      if (objection.allowed_until) {
        choose(*objection.allowed_until);
      }
    }
    for (const OperationIndex operation : explanation->core | std::views::reverse) {
      if (near_.size() < limits.near_max / 2) {
        choose(operation);
      }
    }
    const bool is_known = concerns(history.operation(explanation->culprit), partition);
    choose_around(focus_, is_known ? partition : Value{}, limits.near_max);
  } else {
    choose_around(0, partition, limits.near_max);
  }
  std::ranges::sort(near_);
  choose_marks(limits.near_marks_max);
}

void HistoryWindow::choose(OperationIndex operation) {
  if (!is_near_[raw(operation)]) {
    is_near_[raw(operation)] = true;
    near_.push_back(operation);
  }
}

/// One on each side in turn: what led to the focus matters more than what came later, so that of
/// four only one is later.
void HistoryWindow::choose_around(std::size_t focus, const Value& partition, std::size_t most) {
  const auto operations = history_.operations();
  std::size_t before = std::min(focus, operations.size());
  std::size_t after = before;
  const auto previous = [&] {
    while (before > 0) {
      if (--before; concerns(operations[before], partition)) {
        choose(OperationIndex{static_cast<std::uint32_t>(before)});
        return;
      }
    }
  };
  const auto next = [&] {
    while (after < operations.size()) {
      if (++after; concerns(operations[after - 1], partition)) {
        choose(OperationIndex{static_cast<std::uint32_t>(after - 1)});
        return;
      }
    }
  };
  for (std::size_t turn = 0; near_.size() < most && (before > 0 || after < operations.size());
       ++turn) {
    if (turn % 4 == 3) {
      next();
    } else {
      previous();
    }
  }
}

void HistoryWindow::choose_marks(std::size_t most) {
  const auto events = history_.events();
  std::size_t first = events.size();
  std::size_t last = 0;
  for (const OperationIndex index : near_) {
    const history::Operation& o = history_.operation(index);
    first = std::min<std::size_t>(first, raw(o.call_event));
    last = std::max<std::size_t>(last, raw(o.returned() ? o.return_event : o.call_event));
  }
  if (near_.size() == history_.operations().size()) {
    first = 0;
    last = events.size();
  }
  for (std::size_t i = first; i < std::min(last + 1, events.size()); ++i) {
    if (is_mark(events[i])) {
      near_marks_.push_back(EventIndex{static_cast<std::uint32_t>(i)});
    }
  }
  if (near_marks_.size() > most) {  // the last ones: nearer to the failure
    near_marks_.erase(near_marks_.begin(), near_marks_.end() - static_cast<std::ptrdiff_t>(most));
  }
}

HistoryWindow::Far HistoryWindow::nearest(std::size_t count) const {
  Far far;
  const auto operations = history_.operations();
  std::size_t before = std::min(focus_, operations.size());
  std::size_t after = before;
  std::size_t chosen = 0;
  while (chosen < count && (before > 0 || after < operations.size())) {
    if (before > 0) {
      --before;
      chosen += is_near_[before] ? 0 : 1;
    }
    if (chosen < count && after < operations.size()) {
      chosen += is_near_[after] ? 0 : 1;
      ++after;
    }
  }
  for (std::size_t i = before; i < after; ++i) {
    if (!is_near_[i]) {
      far.operations.push_back(OperationIndex{static_cast<std::uint32_t>(i)});
    }
  }
  const auto events = history_.events();
  const std::size_t begin = before == 0 ? 0 : raw(operations[before].call_event);
  const std::size_t end =
      after == operations.size() ? events.size() : raw(operations[after].call_event);
  for (std::size_t i = begin; i < end && far.marks.size() < count; ++i) {
    const EventIndex index{static_cast<std::uint32_t>(i)};
    if (is_mark(events[i]) && !std::ranges::binary_search(near_marks_, index)) {
      far.marks.push_back(index);
    }
  }
  return far;
}

}  // namespace oncelab::report
