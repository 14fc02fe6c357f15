// BrokerQueue: simulated message queue that delivers at least once, and outlives its consumers.
//
// Promises: a published message is handed out again and again until a delivery of it is
// acknowledged, or it has failed attempts_max times and is a dead letter. A delivery ends unsettled
// if it is given back, if its visibility time-out passes, or if its process crashes; the
// message then keeps its place in the queue. From then on its receipt is unknown: an
// acknowledgement that comes too late does not settle. First published, first received, but for two
// faults (Environment::fault(), one choice per receive): one of the first `reorder_within`
// deliverable messages other than the first; or the first, of which a copy stays, to be delivered
// and settled on its own: what a broker does that lost the news of a delivery.
//
// Does not promise: to wait (receive says when there is nothing), fairness among consumers, that
// a message whose every attempt crashes is handled by anyone. Publishing is no step and has no
// fault.
//
// Steps: receiving and settling are one step each, on object `object`. With a visibility time-out
// they also read the virtual clock, so they depend on its steps. A step may never return: nothing
// changes before it and before the fault, if any, is known (environment.hpp).
// Errors: an unknown receipt is a value. Threads: as Environment. Complexity: linear in the
// messages published in the run.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <oncelab/core/lab/history/event.hpp>
#include <oncelab/core/lab/world/environment.hpp>

namespace oncelab::world {

using MessageIndex = std::uint32_t;  // what it stands for is the harness's business
using Receipt = std::uint32_t;       // one delivery, from 1 in each run

inline constexpr std::uint32_t reorder_within_max = 16;

struct BrokerQueueOptions {
  std::uint32_t object = 1;          // of Environment::step()
  std::uint64_t visibility_ns = 0;   // 0: a delivery lasts until it is settled
  std::uint32_t attempts_max = 0;    // 0: no dead letters
  std::uint32_t reorder_within = 1;  // at most reorder_within_max
  bool duplicates = false;
};

struct Delivery {
  MessageIndex message = 0;
  std::uint32_t attempt = 0;  // of this copy of the message, from 1
  Receipt receipt = 0;
};

enum class Settlement : std::uint8_t { ok, unknown_receipt };

class BrokerQueue {
 public:
  /// The environment must outlive the queue.
  BrokerQueue(Environment& environment, const BrokerQueueOptions& options);

  /// No step: before the run, or within a step of something else. Again: another copy.
  void publish(MessageIndex message);
  std::optional<Delivery> receive(history::ProcessId consumer);
  Settlement acknowledge(Receipt receipt);
  /// The handler failed.
  Settlement give_back(Receipt receipt);

  /// No step: while the process crashes.
  void crash(history::ProcessId process);

  // No step: for judges and for the harness, which ask as of now.

  [[nodiscard]] bool settled(MessageIndex message) const;  // one of its copies
  [[nodiscard]] bool dead(MessageIndex message) const;     // one of its copies
  /// How often it was handed out, all copies together.
  [[nodiscard]] std::uint32_t attempts(MessageIndex message) const;
  [[nodiscard]] std::uint32_t waiting() const;    // copies neither settled nor dead
  [[nodiscard]] std::uint32_t in_flight() const;  // those of them that a consumer holds
  /// Forgets everything but the options; keeps capacity.
  void clear();

 private:
  enum class State : std::uint8_t { ready, held, settled, dead };

  struct Copy {
    MessageIndex message = 0;
    std::uint32_t attempts = 0;
    State state = State::ready;
    Receipt receipt = 0;  // of its last delivery, as the two below
    history::ProcessId holder{0};
    std::uint64_t since_ns = 0;
  };

  /// What time has made of it.
  [[nodiscard]] State state_of(const Copy& copy, std::uint64_t now_ns) const;
  [[nodiscard]] State after_failure(const Copy& copy) const;
  /// At most the first `most` that can be handed out.
  [[nodiscard]] std::uint32_t count_ready(std::uint64_t now_ns, std::uint32_t most) const;
  [[nodiscard]] std::size_t find_ready(std::uint64_t now_ns, std::uint32_t skip) const;
  [[nodiscard]] std::uint32_t count(State state) const;
  [[nodiscard]] bool any(MessageIndex message, State state) const;
  std::uint32_t choose_fault(std::uint32_t choices);
  Settlement settle(Receipt receipt, bool handled);

  Environment& environment_;
  BrokerQueueOptions options_;
  std::vector<Copy> copies_;  // in the order of the queue, settled and dead ones included
  Receipt last_receipt_ = 0;
};

}  // namespace oncelab::world
