#include <oncelab/models/sequence.hpp>

#include <algorithm>
#include <array>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/models/bind.hpp>

namespace oncelab::models {

static_assert(check::Model<Sequence>);

using history::Value;

std::string_view Sequence::name() const {
  switch (order_) {
    case Order::fifo:
      return "queue";
    case Order::lifo:
      return "stack";
    case Order::smallest:
    case Order::largest:
      break;
  }
  return "priority-queue";
}

std::string_view Sequence::vocabulary() const {
  return is_by_value() ? "enq (enqueue, push, insert) INTEGER; deq (dequeue, pop, remove)"
                       : "enq (enqueue, push, insert) VALUE; deq (dequeue, pop, remove)";
}

void Sequence::bind(const history::History& history) {
  puts_.clear();
  takes_.clear();
  for (const char* const word : {"enq", "enqueue", "push", "insert"}) {
    puts_.push_back(symbol_or_none(history, word));
  }
  for (const char* const word : {"deq", "dequeue", "pop", "remove"}) {
    takes_.push_back(symbol_or_none(history, word));
  }
  contents_.clear();
}

bool Sequence::compile(const history::History& history, history::OperationIndex index, bool known,
                       Op& op) const {
  const history::Operation& operation = history.operations()[raw(index)];
  if (std::ranges::find(puts_, operation.f) != puts_.end()) {
    op = {Kind::put, operation.input};
    return !operation.input.is_nil() && (!is_by_value() || operation.input.is_integer());
  }
  if (std::ranges::find(takes_, operation.f) == takes_.end()) {
    return false;
  }
  const Kind kind = !known                      ? Kind::take_anything
                    : operation.output.is_nil() ? Kind::take_nothing
                                                : Kind::take;
  op = {kind, known ? operation.output : Value{}};
  return true;
}

bool Sequence::apply(State& state, const Op& op, unsigned, unsigned) const {
  const Content content = contents_.content(state);
  if (op.kind == Kind::take_nothing) {
    return content.empty();
  }
  if (op.kind != Kind::put) {
    if (content.empty()) {
      return op.kind == Kind::take_anything;
    }
    if (op.kind == Kind::take && !(content.back() == op.value)) {
      return false;
    }
    scratch_.assign(content.begin(), content.end() - 1);
    state = contents_.number_of(scratch_);
    return true;
  }
  scratch_.clear();
  const auto put_before = [&](auto place) {
    scratch_.assign(content.begin(), place);
    scratch_.push_back(op.value);
    scratch_.insert(scratch_.end(), place, content.end());
  };
  switch (order_) {
    case Order::fifo:
      put_before(content.begin());
      break;
    case Order::lifo:
      put_before(content.end());
      break;
    case Order::smallest:
      put_before(
          std::ranges::lower_bound(content, op.value.first, std::greater<>(), &Value::first));
      break;
    case Order::largest:
      put_before(std::ranges::lower_bound(content, op.value.first, std::less<>(), &Value::first));
      break;
  }
  state = contents_.number_of(scratch_);
  return true;
}

LifetimeRules& Sequence::rules() const {
  switch (order_) {
    case Order::fifo:
      return queue_;
    case Order::lifo:
      return stack_;
    case Order::smallest:
    case Order::largest:
      break;
  }
  return priority_queue_;
}

check::Monitored Sequence::monitor(const State& initial,
                                   std::span<const check::Interval<Op>> intervals) const {
  if (!contents_.content(initial).empty()) {
    return check::Monitored::not_applicable;
  }
  lifetimes_.begin(intervals.size());
  for (const check::Interval<Op>& i : intervals) {
    const Stretch when{i.call, i.ret};
    switch (i.op.kind) {
      case Kind::put: {
        const std::int64_t number = i.op.value.first;
        lifetimes_.put(i.op.value, order_ == Order::largest ? ~number : number, when, i.known);
        break;
      }
      case Kind::take:
        lifetimes_.take(i.op.value, when);
        break;
      case Kind::take_nothing:
        lifetimes_.take_nothing(when);
        break;
      case Kind::take_anything:
        lifetimes_.take_anything(i.call);
        break;
    }
  }
  return lifetimes_.decide(rules());
}

std::string Sequence::state_text(const history::History& history, State state) const {
  const Content content = contents_.content(state);
  if (content.empty()) {
    return "there is nothing in it";
  }
  constexpr std::size_t shown_max = 8;
  std::string text = "in it, next first: ";
  for (std::size_t i = 0; i < std::min(content.size(), shown_max); ++i) {
    text += (i == 0 ? "" : ", ") + to_text(history, content[content.size() - 1 - i]);
  }
  return text + (content.size() > shown_max
                     ? " and " + std::to_string(content.size() - shown_max) + " more"
                     : "");
}

std::string Sequence::objection(const history::History& history, State state, const Op& op,
                                unsigned) const {
  const Content content = contents_.content(state);
  std::string next =
      content.empty() ? "there was nothing" : to_text(history, content.back()) + " was next";
  if (op.kind == Kind::take_nothing) {
    return "found nothing, but " + next;
  }
  if (op.kind != Kind::take) {
    return next;
  }
  const bool is_there = std::ranges::find(content, op.value) != content.end();
  return "took " + to_text(history, op.value) + (is_there ? ", but " : ", which was not in it; ") +
         next;
}

}  // namespace oncelab::models
