// History: who called what, what came back, and what else happened, on one clock.
//
// Promises: events are kept in the order in which they were recorded, and that order is
// authoritative: an operation is before another exactly when its return was recorded before the
// other's call. Timestamps are for people; they are kept, never compared. clear() forgets events
// and operations but keeps capacity, symbols and lists, so a recorder that is used again allocates
// nothing once it has seen its longest run.
//
// Does not promise: that a client has at most one operation open (a crashed client may call again),
// or that the history makes sense to a model; readers and checkers judge that.
//
// Broken use is asserted: returning an operation twice or one that was never called, more than
// 2^32 - 2 events. Threads: a history belongs to one thread at a time.
// Complexity: recording is constant amortised time; intern and list are one hash look-up.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/history/event.hpp>
#include <oncelab/core/lab/history/place.hpp>
#include <oncelab/core/lab/history/symbol_table.hpp>
#include <oncelab/core/lab/history/value.hpp>

namespace oncelab::history {

class History {
 public:
  explicit History(TimeUnit unit = TimeUnit::steps) : time_unit_(unit) {}

  OperationIndex call(ClientId client, Symbol f, Value key, Value input, Timestamp at) {
    const auto operation = static_cast<OperationIndex>(operations_.size());
    operations_.push_back({.client = client,
                           .f = f,
                           .call_event = next_event(),
                           .return_event = no_event,
                           .outcome = Outcome::unknown,
                           .key = key,
                           .input = input,
                           .output = {}});
    Event& event = append(EventKind::call, at);
    event.client = client;
    event.operation = operation;
    return operation;
  }

  /// An outcome other than ok drops the output.
  void returned(OperationIndex operation, Outcome outcome, Value output, Timestamp at) {
    ONCELAB_ASSERT(raw(operation) < operations_.size());
    Operation& record = operations_[raw(operation)];
    ONCELAB_ASSERT(!record.returned());
    record.return_event = next_event();
    record.outcome = outcome;
    record.output = outcome == Outcome::ok ? output : Value{};
    Event& event = append(EventKind::returned, at);
    event.client = record.client;
    event.operation = operation;
    event.outcome = outcome;
  }

  /// For readers that know only later what a value means. An outcome other than ok has no output.
  void revise(OperationIndex operation, Value key, Value input, Value output) {
    ONCELAB_ASSERT(raw(operation) < operations_.size());
    Operation& record = operations_[raw(operation)];
    record.key = key;
    record.input = input;
    record.output = record.outcome == Outcome::ok ? output : Value{};
  }

  void effect(ClientId client, Symbol label, Value key, Timestamp at) {
    Event& event = append(EventKind::effect, at);
    event.client = client;
    event.label = label;
    event.value = key;
  }

  void crash(ProcessId process, Timestamp at) { append(EventKind::crash, at).process = process; }
  void restart(ProcessId process, Timestamp at) {
    append(EventKind::restart, at).process = process;
  }
  void clock_step(std::int64_t nanoseconds, Timestamp at) {
    append(EventKind::clock_step, at).value = Value::integer(nanoseconds);
  }

  /// Of a nemesis, say: nobody's operation, and no checker looks at it.
  void note(ClientId who, Symbol label, Value value, Timestamp at) {
    Event& event = append(EventKind::note, at);
    event.client = who;
    event.label = label;
    event.value = value;
  }

  /// Where in the text that was read the operation's call stands.
  void set_place(OperationIndex operation, Place place) {
    ONCELAB_ASSERT(raw(operation) < operations_.size() && place.line > 0);
    places_.resize(operations_.size(), Place{0, 0});
    places_[raw(operation)] = place;
  }
  [[nodiscard]] std::optional<Place> place(OperationIndex operation) const {
    const bool is_known = raw(operation) < places_.size() && places_[raw(operation)].line > 0;
    return is_known ? std::optional(places_[raw(operation)]) : std::nullopt;
  }

  /// Forgets events, operations and client names; keeps capacity, symbols, lists and time unit.
  void clear() {
    forget_operations();
    if (!client_names_.empty()) {
      client_names_.clear();
    }
  }

  /// clear(), but for the names of clients.
  void forget_operations() {
    events_.clear();
    operations_.clear();
    places_.clear();
  }

  [[nodiscard]] std::span<const Event> events() const { return events_; }
  [[nodiscard]] std::span<const Operation> operations() const { return operations_; }
  [[nodiscard]] const Operation& operation(OperationIndex index) const {
    ONCELAB_ASSERT(raw(index) < operations_.size());
    return operations_[raw(index)];
  }

  Symbol intern(std::string_view text) { return symbols_.intern(text); }
  [[nodiscard]] std::optional<Symbol> find_symbol(std::string_view text) const {
    return symbols_.find(text);
  }
  [[nodiscard]] std::string_view text(Symbol symbol) const { return symbols_.text(symbol); }
  /// Changes whenever a symbol is added; equal numbers mean equal symbol tables.
  [[nodiscard]] std::uint64_t vocabulary() const { return symbols_.vocabulary(); }

  /// The canonical value of a list: a pair if it is two integers.
  Value list(std::span<const Value> items);
  [[nodiscard]] std::span<const Value> items(const Value& list) const;

  [[nodiscard]] TimeUnit time_unit() const { return time_unit_; }
  void set_time_unit(TimeUnit unit) { time_unit_ = unit; }

  /// For clients that a recorded history names by something else than a small number.
  void name_client(ClientId client, std::string_view name);
  [[nodiscard]] std::optional<std::string_view> client_name(ClientId client) const;

 private:
  [[nodiscard]] EventIndex next_event() const {
    ONCELAB_ASSERT(events_.size() < raw(no_event));
    return static_cast<EventIndex>(events_.size());
  }
  Event& append(EventKind kind, Timestamp at) {
    ONCELAB_ASSERT(events_.size() < raw(no_event));
    Event& event = events_.emplace_back();
    event.kind = kind;
    event.at = at;
    return event;
  }

  std::vector<Event> events_;
  std::vector<Operation> operations_;
  std::vector<Place> places_;  // of the first so many operations; line 0: not known
  SymbolTable symbols_;
  ListTable lists_;
  std::map<ClientId, std::string> client_names_;
  TimeUnit time_unit_;
};

}  // namespace oncelab::history
