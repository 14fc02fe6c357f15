#include <oncelab/core/lab/report/history_columns.hpp>

#include <boost/json/array.hpp>
#include <string_view>

#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::report {

namespace json = boost::json;

namespace {

using history::Event;
using history::EventKind;
using history::History;
using history::Operation;
using history::Outcome;

/// Recorded times may be anything: what does not fit wraps.
std::int64_t difference(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

class Column {
 public:
  explicit Column(std::string_view name) : name_(name) {}

  void add(std::int64_t number) {
    values_.emplace_back(number);
    needed_ = needed_ || number != 0;
  }
  void add_difference(std::int64_t number) {
    add(difference(number, before_));
    before_ = number;
  }
  void move_to(json::object& object) {
    if (needed_) {
      object[name_] = std::move(values_);
    }
  }

 private:
  std::string_view name_;
  json::array values_;
  std::int64_t before_ = 0;
  bool needed_ = false;
};

template <typename... Columns>
json::object object_of(std::size_t rows, Columns&... columns) {
  json::object object{{"rows", rows}};
  (columns.move_to(object), ...);
  return object;
}

/// In steps of the page's clock, from the history's first event; recorded clocks may run backwards.
class Times {
 public:
  Times(const History& history, std::int64_t step) : history_(history), step_(step) {}
  [[nodiscard]] std::int64_t at(history::EventIndex event) const {
    if (step_ == 0) {
      return 0;
    }
    const auto events = history_.events();
    const std::uint64_t since = raw(events[raw(event)].at) - raw(events.front().at);  // may wrap
    return static_cast<std::int64_t>(since) / step_;
  }

 private:
  const History& history_;
  std::int64_t step_;
};

/// What history::to_text() says after the arrow, or nothing.
std::string answer_text(const History& history, const Operation& operation) {
  if (operation.outcome != Outcome::ok || !operation.returned()) {
    return {};
  }
  const bool repeats_input = operation.output == operation.input && !operation.output.is_nil();
  const bool says_nothing = operation.output.is_nil() && !operation.input.is_nil();
  return repeats_input || says_nothing ? std::string()
                                       : history::to_text(history, operation.output);
}

std::string text_unless_nil(const History& history, const history::Value& value) {
  return value.is_nil() ? std::string() : history::to_text(history, value);
}

std::int64_t outcome_number(const Operation& operation) {
  if (!operation.returned()) {
    return 2;
  }
  return operation.outcome == Outcome::ok ? 0 : operation.outcome == Outcome::fail ? 1 : 2;
}

std::int64_t kind_number(EventKind kind) {
  switch (kind) {
    case EventKind::crash:
      return 0;
    case EventKind::restart:
      return 1;
    case EventKind::clock_step:
      return 2;
    case EventKind::effect:
      return 3;
    default:
      return 4;
  }
}

std::string mark_text(const History& history, const Event& event) {
  switch (event.kind) {
    case EventKind::crash:
      return "process " + std::to_string(raw(event.process)) + " crashed";
    case EventKind::restart:
      return "process " + std::to_string(raw(event.process)) + " restarted";
    case EventKind::clock_step:
      return "clock moved by " + std::to_string(event.value.first) + " ns";
    case EventKind::effect: {
      std::string text = history::to_text(history, event.client) + ": effect " +
                         history::printable(history.text(event.label));
      const std::string key = text_unless_nil(history, event.value);
      return key.empty() ? text : text + " " + key;
    }
    case EventKind::note: {
      const auto who = history.client_name(event.client);
      std::string text = who ? history::printable(*who) : history::to_text(history, event.client);
      text += ": " + history::printable(history.text(event.label));
      const std::string more = text_unless_nil(history, event.value);
      return more.empty() ? text : text + " " + more;
    }
    default:
      return history::printable(history.text(event.label));
  }
}

}  // namespace

bool is_mark(const Event& event) {
  return event.kind != EventKind::call && event.kind != EventKind::returned;
}

json::object operation_columns(const History& history,
                               std::span<const history::OperationIndex> operations,
                               PageTexts& texts, std::int64_t time_step) {
  const Times times(history, time_step);
  Column id("id"), client("client"), call("call"), span("span"), outcome("outcome"), f("f"),
      in("in"), key("key"), out("out"), at("at"), took("took");
  for (const history::OperationIndex index : operations) {
    const Operation& o = history.operation(index);
    id.add_difference(raw(index));
    client.add(raw(o.client));
    call.add_difference(raw(o.call_event));
    span.add(o.returned() ? raw(o.return_event) - raw(o.call_event) : 0);
    outcome.add(outcome_number(o));
    f.add(texts.number(history::printable(history.text(o.f))));
    in.add(texts.number(text_unless_nil(history, o.input)));
    key.add(texts.number(text_unless_nil(history, o.key)));
    out.add(texts.number(answer_text(history, o)));
    const std::int64_t called = times.at(o.call_event);
    at.add_difference(called);
    took.add(o.returned() ? difference(times.at(o.return_event), called) : 0);
  }
  return object_of(operations.size(), id, client, call, span, outcome, f, in, key, out, at, took);
}

json::object mark_columns(const History& history, std::span<const history::EventIndex> marks,
                          PageTexts& texts, std::int64_t time_step) {
  const Times times(history, time_step);
  Column event("event"), kind("kind"), text("text"), at("at");
  for (const history::EventIndex index : marks) {
    const Event& e = history.events()[raw(index)];
    event.add_difference(raw(index));
    kind.add(kind_number(e.kind));
    text.add(texts.number(mark_text(history, e)));
    at.add_difference(times.at(index));
  }
  return object_of(marks.size(), event, kind, text, at);
}

json::object order_columns(std::span<const OrderRow> rows, PageTexts& texts) {
  Column place("place"), id("id"), point("point"), more("more"), state("state");
  for (const OrderRow& row : rows) {
    place.add_difference(static_cast<std::int64_t>(row.place));
    id.add_difference(raw(row.operation));
    point.add(row.point);
    more.add(row.points - 1);
    state.add(texts.number(row.state));
  }
  return object_of(rows.size(), place, id, point, more, state);
}

}  // namespace oncelab::report
