// What Jepsen wraps around operations, unwrapped: independent keys, and drains of queues.
//
// Independent keys: Jepsen runs one test per key, and the values of all operations are
// [KEY VALUE]. The key becomes the key of the operation, VALUE its value.
//
// Drains: an operation that takes all that is in a queue, and answers with the list of it. It
// becomes as many operations `dequeue`, none of them sooner or later than the drain. Promises, and
// they are what keeps a verdict right:
//   - if nothing else was called or returned meanwhile, they follow each other in the drain's
//   order;
//   - else they overlap: which of them was when, nobody has recorded;
//   - that the queue was empty at the end is not concluded;
//   - a drain that failed did not happen; one with unknown outcome may have taken up to as many as
//     were ever put in and that nobody is known to have got: as many dequeues with unknown outcome.
//
// Threads: none. Complexity: n log n, and as much memory as the history for one with drains.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::history {

/// Whether values are [KEY VALUE].
enum class IndependentKeys : std::uint8_t { detect, yes, no };

/// KEY and VALUE; nothing: the value is not a list of two.
[[nodiscard]] std::optional<std::pair<Value, Value>> key_and_value(const History& history,
                                                                   const Value& value);

/// What the input of one operation says: that there is no key; that there may be one; or that there
/// is, beyond doubt, because it has no other use for a list of two: it takes no value and has
/// [KEY nil], or it is a cas with [KEY [FROM TO]].
enum class KeyShape : std::uint8_t { none, possible, certain };
[[nodiscard]] KeyShape key_shape(const History& history, const Operation& operation);

/// Whether every input and every answer may be [KEY VALUE], with the same key, and one is certain.
[[nodiscard]] bool has_independent_keys(const History& history);

/// has_independent_keys() must be so.
void unwrap_independent_keys(History& history);

/// Whether there are drains, of a queue, and all their answers are lists.
[[nodiscard]] bool has_drains(const History& history);

/// has_drains() must be so. Nothing: there would be more than events_max events.
[[nodiscard]] std::optional<History> unfold_drains(const History& history,
                                                   std::uint64_t events_max);

}  // namespace oncelab::history
