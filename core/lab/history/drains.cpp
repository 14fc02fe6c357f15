#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/history/client_table.hpp>
#include <oncelab/core/lab/history/jepsen_shapes.hpp>

namespace oncelab::history {
namespace {

std::vector<Value> items_of(const History& history, const Value& list) {
  if (list.is_pair()) {
    return {Value::integer(list.first), Value::integer(list.second)};
  }
  if (!list.is_list()) {
    return {};
  }
  const auto items = history.items(list);
  return {items.begin(), items.end()};
}

class Unfolding {
 public:
  Unfolding(const History& from, std::uint64_t events_max)
      : from_(from), events_max_(events_max), to_(from) {
    to_.clear();  // what is interned stays
    drain_ = to_.intern("drain");
    dequeue_ = to_.intern("dequeue");
    now_.resize(from.operations().size());
    for (const Operation& o : from.operations()) {
      if (const auto name = from.client_name(o.client)) {
        taken_.emplace(*name);
      }
    }
    count_surplus();
  }

  std::optional<History> run() {
    const auto events = from_.events();
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (to_.events().size() > events_max_) {
        return std::nullopt;
      }
      add(events[i], i);
    }
    return to_.events().size() > events_max_ ? std::nullopt : std::optional(std::move(to_));
  }

 private:
  /// Of each key: how many were put in that nobody is known to have got. An input is a put, the
  /// answer to what had none is a take; to count a put too many is not to miss one.
  void count_surplus() {
    std::map<std::pair<Value, Value>, std::int64_t> balance;
    for (const Operation& o : from_.operations()) {
      if (o.outcome == Outcome::fail) {
        continue;
      }
      if (o.f == drain_) {
        for (const Value& item : items_of(from_, o.output)) {
          --balance[{o.key, item}];
        }
      } else if (!o.input.is_nil()) {
        ++balance[{o.key, o.input}];
      } else if (!o.output.is_nil()) {
        --balance[{o.key, o.output}];
      }
    }
    for (const auto& [key_and_value, count] : balance) {
      surplus_[key_and_value.first] += static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0));
    }
  }

  void add(const Event& event, std::size_t index) {
    switch (event.kind) {
      case EventKind::call:
        add_call(event, index);
        break;
      case EventKind::returned:
        add_return(event);
        break;
      case EventKind::effect:
        to_.effect(client(event.client), event.label, event.value, event.at);
        break;
      case EventKind::crash:
        to_.crash(event.process, event.at);
        break;
      case EventKind::restart:
        to_.restart(event.process, event.at);
        break;
      case EventKind::clock_step:
        to_.clock_step(event.value.first, event.at);
        break;
      case EventKind::note:
        to_.note(client(event.client), event.label, event.value, event.at);
        break;
    }
  }

  void add_call(const Event& event, std::size_t index) {
    const Operation& o = from_.operation(event.operation);
    std::vector<OperationIndex>& now = now_[raw(event.operation)];
    if (o.f != drain_) {
      now.push_back(call(event, client(o.client), o.f, o.input));
      return;
    }
    if (o.outcome == Outcome::fail || (o.outcome == Outcome::ok && is_alone(o, index))) {
      return;
    }
    const std::uint64_t count =
        o.outcome == Outcome::ok ? items_of(from_, o.output).size() : surplus_[o.key];
    for (std::uint64_t n = 0; n < count && to_.events().size() <= events_max_; ++n) {
      now.push_back(call(event, helper(o.client, n), dequeue_));
    }
  }

  void add_return(const Event& event) {
    const Operation& o = from_.operation(event.operation);
    const std::vector<OperationIndex>& now = now_[raw(event.operation)];
    if (o.f != drain_) {
      to_.returned(now.front(), o.outcome, o.output, event.at);
      return;
    }
    if (o.outcome != Outcome::ok) {
      for (const OperationIndex one : now) {
        to_.returned(one, o.outcome, {}, event.at);
      }
      return;
    }
    const std::vector<Value> items = items_of(from_, o.output);
    for (std::size_t i = 0; i < items.size() && to_.events().size() <= events_max_; ++i) {
      const OperationIndex one = now.empty() ? call(event, client(o.client), dequeue_) : now[i];
      to_.returned(one, Outcome::ok, items[i], event.at);
    }
  }

  /// In the place of the event's operation.
  OperationIndex call(const Event& event, ClientId who, Symbol f, const Value& input = {}) {
    const OperationIndex index =
        to_.call(who, f, from_.operation(event.operation).key, input, event.at);
    if (const auto place = from_.place(event.operation)) {
      to_.set_place(index, *place);
    }
    return index;
  }

  /// No other call or return between its own.
  [[nodiscard]] bool is_alone(const Operation& o, std::size_t index) const {
    const auto events = from_.events();
    for (std::size_t i = index + 1; i < raw(o.return_event); ++i) {
      if (events[i].kind == EventKind::call || events[i].kind == EventKind::returned) {
        return false;
      }
    }
    return true;
  }

  /// Numbered anew: names count in the order in which they appear.
  ClientId client(ClientId id) {
    const auto name = from_.client_name(id);
    return name ? clients_.named(*name, to_) : id;
  }

  /// A client has one operation open at a time; a drain that is many needs more.
  ClientId helper(ClientId id, std::uint64_t n) {
    if (n == 0) {
      return client(id);
    }
    std::vector<ClientId>& helpers = helpers_[id];
    while (helpers.size() < n) {
      const auto name = from_.client_name(id);
      std::string text = name ? std::string(*name) : std::to_string(raw(id));
      text += "/" + std::to_string(helpers.size() + 2);
      while (taken_.contains(text)) {
        text += "'";
      }
      taken_.insert(text);
      helpers.push_back(clients_.named(text, to_));
    }
    return helpers[n - 1];
  }

  const History& from_;
  std::uint64_t events_max_;
  History to_;
  Symbol drain_{}, dequeue_{};
  ClientTable clients_;
  std::set<std::string, std::less<>> taken_;      // names
  std::vector<std::vector<OperationIndex>> now_;  // what each operation has become
  std::map<Value, std::uint64_t> surplus_;        // by key
  std::map<ClientId, std::vector<ClientId>> helpers_;
};

}  // namespace

bool has_drains(const History& history) {
  const auto drain = history.find_symbol("drain");
  if (!drain) {
    return false;
  }
  const auto enqueue = history.find_symbol("enqueue");
  const auto dequeue = history.find_symbol("dequeue");
  bool of_queue = false;
  bool any = false;
  for (const Operation& o : history.operations()) {
    of_queue = of_queue || o.f == enqueue || o.f == dequeue;
    any = any || o.f == *drain;
    if (o.f == *drain && !o.output.is_nil() && !o.output.is_list() && !o.output.is_pair()) {
      return false;
    }
  }
  return any && of_queue;
}

std::optional<History> unfold_drains(const History& history, std::uint64_t events_max) {
  return Unfolding(history, events_max).run();
}

}  // namespace oncelab::history
