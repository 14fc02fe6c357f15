// The vocabulary of a history: clients, operations and the events on its one clock.
//
// Plain data; nothing here allocates. What the members mean is specified in FORMAT.md, whose
// JSON lines correspond to Event one to one.
#pragma once

#include <cstdint>

#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/history/value.hpp>

namespace oncelab::history {

enum class Timestamp : std::uint64_t {};  // steps or nanoseconds: see TimeUnit of the history
enum class TimeUnit : std::uint8_t { steps, nanoseconds };
enum class ProcessId : std::uint32_t {};       // what crashes and restarts as one
enum class OperationIndex : std::uint32_t {};  // in order of the calls, from 0
enum class EventIndex : std::uint32_t {};      // position in the event list, from 0

inline constexpr EventIndex no_event{0xFFFF'FFFFU};

[[nodiscard]] constexpr std::uint64_t raw(Timestamp v) { return static_cast<std::uint64_t>(v); }
[[nodiscard]] constexpr std::uint32_t raw(ProcessId v) { return static_cast<std::uint32_t>(v); }
[[nodiscard]] constexpr std::uint32_t raw(OperationIndex v) {
  return static_cast<std::uint32_t>(v);
}
[[nodiscard]] constexpr std::uint32_t raw(EventIndex v) { return static_cast<std::uint32_t>(v); }
[[nodiscard]] constexpr std::uint32_t raw(Symbol v) { return static_cast<std::uint32_t>(v); }

/// How an operation ended, as its client knows it.
enum class Outcome : std::uint8_t {
  ok,       // it happened and answered
  fail,     // it is certain that it did not happen
  unknown,  // it may have happened, may still happen, or never will
};

enum class EventKind : std::uint8_t { call, returned, effect, crash, restart, clock_step, note };

struct Event {
  EventKind kind = EventKind::call;
  Outcome outcome = Outcome::unknown;  // returned
  ClientId client{};                   // call, returned, effect, note
  OperationIndex operation{};          // call, returned
  Symbol label{};                      // effect, note
  ProcessId process{};                 // crash, restart
  Timestamp at{};
  Value value;  // effect: its key; clock_step: nanoseconds moved; note: more about it
};

struct Operation {
  ClientId client{};
  Symbol f{};
  EventIndex call_event = no_event;
  EventIndex return_event = no_event;  // no_event: never returned
  Outcome outcome = Outcome::unknown;
  Value key;
  Value input;
  Value output;  // nil unless outcome is ok

  [[nodiscard]] bool returned() const { return return_event != no_event; }
};

}  // namespace oncelab::history
