// JepsenBuilder: from Jepsen's invoke / ok / fail / info to calls and returns.
//
// A process has at most one operation open; its return names the same f, and the same key or none.
// After info the operation stays unknown for ever and the process may invoke again. What is wrong
// is told to an ErrorAt: Error(Part, std::string_view), which knows where that part stands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/history/client_table.hpp>
#include <oncelab/core/lab/history/event_sink.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/history/jepsen_shapes.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::history {

/// Of an event in a file.
enum class Part : std::uint8_t { process, type, f, key, value };

/// As members of JSON and of EDN are called.
[[nodiscard]] constexpr std::string_view text(Part part) {
  constexpr std::string_view names[] = {"process", "type", "f", "key", "value"};
  return names[static_cast<std::size_t>(part)];
}

struct JepsenEvent {
  ClientId client{};
  std::string_view type;
  std::string_view f;
  Value key;
  Value value;  // looked at if the type is invoke or ok
  Timestamp at{};
  Place place;
};

class JepsenBuilder {
 public:
  static constexpr std::string_view nemesis = "nemesis";

  JepsenBuilder() = default;
  /// A history that is not kept (EventSink) cannot be looked at again once all of it is known.
  JepsenBuilder(IndependentKeys independent, bool is_kept)
      : independent_(independent), is_kept_(is_kept) {}

  History history;
  ClientTable clients;

  [[nodiscard]] static bool is_type(std::string_view type) {
    return type == "invoke" || type == "ok" || type == "fail" || type == "info";
  }

  /// The type must be one.
  template <class ErrorAt>
  Result<void> add(JepsenEvent event, const ErrorAt& error) {
    if (independent_ == IndependentKeys::yes && (event.type == "invoke" || event.type == "ok")) {
      const auto parts = key_and_value(history, event.value);
      if (!parts || !event.key.is_nil()) {
        return error(Part::value, "with independent keys a value is [KEY VALUE], and all there is");
      }
      std::tie(event.key, event.value) = *parts;
    }
    if (event.type == "invoke") {
      const auto done = invoke(event, error);
      return done && !is_kept_ ? needs_no_more(event, error) : done;
    }
    const auto operation = open(event, error);
    if (!operation) {
      return operation.error();
    }
    if (!event.key.is_nil() && !(event.key == history.operation(*operation).key)) {
      return error(Part::key, "the key is not the one of the call");
    }
    const Outcome outcome = event.type == "ok"     ? Outcome::ok
                            : event.type == "fail" ? Outcome::fail
                                                   : Outcome::unknown;
    close(*operation, outcome, outcome == Outcome::ok ? event.value : Value::nil(), event.at);
    return {};
  }

  template <class ErrorAt>
  Result<void> invoke(const JepsenEvent& event, const ErrorAt& error) {
    if (const auto open = open_.find(event.client); open != open_.end()) {
      return error(Part::process, to_text(history, event.client) + " invokes " +
                                      printable(event.f) + ", but its call in line " +
                                      std::to_string(open->second.line) + " has no return yet");
    }
    const OperationIndex operation =
        history.call(event.client, history.intern(event.f), event.key, event.value, event.at);
    history.set_place(operation, event.place);
    open_[event.client] = {operation, event.place.line};
    return {};
  }

  /// The operation that the client has open; its f is the one of the event.
  template <class ErrorAt>
  Result<OperationIndex> open(const JepsenEvent& event, const ErrorAt& error) const {
    const auto open = open_.find(event.client);
    if (open == open_.end()) {
      return error(Part::process,
                   to_text(history, event.client) + " has no open call that could return");
    }
    const std::string_view called = history.text(history.operation(open->second.operation).f);
    if (called != event.f) {
      return error(Part::f, to_text(history, event.client) + " called " + printable(called) +
                                " in line " + std::to_string(open->second.line) +
                                ", but returns from " + printable(event.f));
    }
    return open->second.operation;
  }

  void close(OperationIndex operation, Outcome outcome, Value output, Timestamp at) {
    history.returned(operation, outcome, output, at);
    open_.erase(history.operation(operation).client);
  }

  /// Something that the nemesis, or whoever is no client, says: kept for the timeline.
  void note(std::string_view who, std::string_view label, Value value, Timestamp at) {
    history.note(clients.named(who, history), history.intern(label), value, at);
  }

  /// Shows the sink what is new, once it is much or has to be now (more may be long in coming, or
  /// it is the end), and drops what nobody needs any more. False: the sink wants nothing more.
  bool hand_over(EventSink& sink, bool now) {
    if (history.events().size() - handed_over_ < hand_over_events && !now) {
      return true;
    }
    const bool goes_on = sink.take(history, handed_over_);
    handed_over_ = history.events().size();
    if (goes_on && handed_over_ >= kept_events_max_) {
      drop(sink);
      kept_events_max_ = std::max(kept_events_standard, history.events().size() * 2);
    }
    return goes_on;
  }

 private:
  static constexpr std::size_t hand_over_events = 256;
  static constexpr std::size_t kept_events_standard = 8192;

  /// Whether what was called means what it says, whatever comes.
  template <class ErrorAt>
  Result<void> needs_no_more(const JepsenEvent& event, const ErrorAt& error) {
    if (event.f == "drain" && (history.find_symbol("enqueue") || history.find_symbol("dequeue"))) {
      return error(Part::f,
                   "what a drain of a queue means depends on what follows: not to be read "
                   "as a stream");
    }
    if (independent_ == IndependentKeys::detect && may_be_independent_) {
      const KeyShape shape = key_shape(history, history.operations().back());
      may_be_independent_ = shape != KeyShape::none;
      if (shape == KeyShape::certain) {
        return error(Part::value,
                     "the values may be [KEY VALUE]: a stream must be told whether "
                     "there are independent keys");
      }
    }
    return {};
  }

  void drop(EventSink& sink) {
    std::vector<OperationIndex> kept;
    std::vector<Operation> operations;
    std::vector<Place> places;
    for (std::uint32_t i = 0; i < history.operations().size(); ++i) {
      const OperationIndex index{i};
      if (!history.operation(index).returned() || sink.needs(index)) {
        kept.push_back(index);
        operations.push_back(history.operation(index));
        places.push_back(*history.place(index));
      }
    }
    history.forget_operations();
    for (std::size_t i = 0; i < operations.size(); ++i) {
      const Operation& operation = operations[i];
      const OperationIndex index =
          history.call(operation.client, operation.f, operation.key, operation.input, Timestamp{});
      history.set_place(index, places[i]);
      if (!operation.returned()) {
        if (const auto open = open_.find(operation.client); open != open_.end()) {
          open->second.operation = index;
        }
      }
    }
    for (std::uint32_t i = 0; i < operations.size(); ++i) {
      if (operations[i].returned()) {
        history.returned(OperationIndex{i}, operations[i].outcome, operations[i].output,
                         Timestamp{});
      }
    }
    handed_over_ = history.events().size();
    sink.forgotten(kept);
  }

  struct Open {
    OperationIndex operation{};
    std::uint64_t line = 0;
  };
  IndependentKeys independent_ = IndependentKeys::no;
  bool is_kept_ = true;
  bool may_be_independent_ = true;
  std::map<ClientId, Open> open_;
  std::size_t handed_over_ = 0;  // events
  std::size_t kept_events_max_ = kept_events_standard;
};

}  // namespace oncelab::history
