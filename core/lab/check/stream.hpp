// Stream: a verdict while a history is still being recorded, without keeping it.
//
// take() is given the events that a history has got since the last time; forgotten() tells that the
// history has been rebuilt with those operations that the stream still needs. An operation is
// looked at once it is known how it ended, so a client that hangs holds up its key (and what is
// kept grows) until it is said to have an unknown outcome, or the stream is over.
//
// Promises: the verdict of Checker::check() on the whole history. `violated` comes as soon as the
// events known to have ended show it. Memory depends on how many operations overlap, on distinct
// texts, and on how many outcomes are unknown, not on the length.
// Does not promise: speed where dozens of clients write to one key at once; a limit that is reached
// makes the verdict inconclusive. An explanation: that needs the history.
// Threads: as for Checker.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <oncelab/core/lab/check/verdict.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::check {

struct StreamResult {
  Verdict verdict = Verdict::held;  // of what is known so far
  InconclusiveReason reason = InconclusiveReason::none;
  std::uint64_t operations = 0;  // taking part: all but the failed ones
  std::uint32_t partitions = 0;
  std::uint64_t memory_bytes = 0;  // the most it was
  history::Value partition;        // violated or inconclusive: which key
  /// Violated: the number of the operation whose answer nothing explains, its answer's event (both
  /// from 0, of the whole stream), and why not in one of the states that there could be.
  std::uint64_t culprit = 0;
  std::uint64_t event = 0;
  std::string operation_text;
  std::string objection;  // not in the model: what it says to that operation
};

class Stream {
 public:
  Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  virtual ~Stream() = default;

  /// Events of `history` from number `from` on. False: it is decided, and nothing more is looked
  /// at.
  virtual bool take(const history::History& history, std::size_t from) = 0;
  /// Whether the operation is still needed; the others may be dropped from the history.
  [[nodiscard]] virtual bool needs(history::OperationIndex operation) const = 0;
  /// The history now consists of these operations of before, in this order.
  virtual void forgotten(std::span<const history::OperationIndex> kept) = 0;
  /// Nothing more comes: what is open has an unknown outcome.
  virtual void finish(const history::History& history) = 0;
  [[nodiscard]] virtual const StreamResult& result() const = 0;
};

}  // namespace oncelab::check
