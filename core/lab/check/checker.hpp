// Checker: decides whether a history can be explained by a sequential model, whatever the model.
//
// Promises: check() says `held` exactly when every operation that answered can be placed at one
// instant (or at its atomic points) between its call and its return so that the model allows all
// answers; operations with unknown outcome may have taken effect at any time after their call, or
// never, or in part; operations that failed did not happen. Crashes, effects and clock steps in the
// history are not looked at. A checker is made to be reused: after it has seen its largest history,
// check() allocates nothing.
//
// Does not promise: a bound on time without a budget (the problem is NP-complete); a budget that is
// used up gives `inconclusive`. explain() is for people: it may take many times as long as check().
//
// Errors: a history that the model does not know (another operation, an input of the wrong kind) is
// named by accepts() in one line; check() calls it inconclusive (not_in_model).
// Threads: one checker belongs to one thread at a time; different checkers are independent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/base/result.hpp>
#include <oncelab/core/lab/check/stream.hpp>
#include <oncelab/core/lab/check/verdict.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::check {

/// Limits of one check() over all its partitions. 0 means no limit. They hold for each of the
/// checks that explain() makes, stop_at for all of it; besides, explain() has a limit of work of
/// its own, so that it ends within seconds: what it then leaves open, the explanation says.
struct Budget {
  std::uint64_t steps_max = 0;
  std::uint64_t memory_bytes_max = 0;  // of what the search keeps and of the model's tables
  double (*seconds)() = nullptr;       // a clock; without it there is no deadline
  double stop_at = 0;                  // by that clock
};

struct CheckResult {
  Verdict verdict = Verdict::inconclusive;
  InconclusiveReason reason = InconclusiveReason::none;
  std::uint64_t steps = 0;         // attempts to place an operation
  std::uint64_t memory_bytes = 0;  // largest use of the search, over all partitions
  std::uint32_t partitions = 0;    // that have an operation to be placed
  std::uint32_t operations = 0;    // taking part: all but the failed ones
  std::uint32_t held_partitions = 0;
  std::uint32_t violated_partitions = 0;  // at most one, unless every partition was asked for
  history::Value partition;  // violated: the key that failed; inconclusive: the first undecided
  /// Inconclusive: how far the first undecided partition got, in operations that answered.
  std::uint32_t placed_most = 0;
  std::uint32_t placed_of = 0;
};

/// One atomic point of an operation, placed.
struct PlacedPoint {
  history::OperationIndex operation{};
  std::uint8_t point = 0;   // from 0
  std::uint8_t points = 1;  // how many the operation's outcome implies
  std::string state_after;  // in the words of the model
};

/// One atomic point of an operation in an order of the whole history.
struct LinearPoint {
  history::OperationIndex operation{};
  std::uint8_t point = 0;
  std::uint8_t points = 1;
  std::uint8_t choice = 0;        // where the model leaves several open
  std::uint32_t after_event = 0;  // it may be placed right after this event
};

enum class Confirmation : std::uint8_t { confirmed, refuted, given_up };

/// An operation that cannot be placed after the partial linearization, and why.
struct Objection {
  history::OperationIndex operation{};
  std::string reason;
  /// What in the order made it impossible: before, the model would have allowed it. None: never.
  std::optional<history::OperationIndex> allowed_until;
  bool was_over = false;  // that operation had returned before this one was called
};

/// The longest partial linearization found that places `operation`.
struct Through {
  history::OperationIndex operation{};
  std::uint32_t partial = 0;  // in Explanation::partials
};

struct Explanation {
  Verdict verdict = Verdict::inconclusive;
  InconclusiveReason reason = InconclusiveReason::none;
  std::string model;
  history::Value partition;  // the key that failed; everything below concerns this key alone
  std::uint32_t partitions = 0;
  /// The history fails as soon as its first `prefix_events` events are known, ...
  std::uint32_t prefix_events = 0;
  bool prefix_is_shortest = false;  // ... and not before (false: a budget was used up on the way)
  /// The operation whose return is the last event of the prefix.
  history::OperationIndex culprit{};
  std::string initial_state;
  std::vector<PlacedPoint> linearization;  // the longest partial one ...
  bool linearization_is_longest = true;    // ... (false: the search looked ahead, or was cut off)
  std::vector<Objection> objections;       // the culprit's, or the blocking one's, comes first
  /// Hard facts that suffice: if every other operation is relaxed to "may have happened", the first
  /// core_events events are still illegal: the prefix, or all. In the order of their calls. None if
  /// the search for them was cut off while there were very many.
  std::vector<history::OperationIndex> core;
  std::uint32_t core_events = 0;
  bool core_is_minimal = false;  // without any one of them it would be legal (false: a budget)
  /// Partial linearizations, each the longest through some operation of the prefix.
  std::vector<std::vector<PlacedPoint>> partials;
  std::vector<Through> through;  // in the order of operations
};

class Checker {
 public:
  Checker() = default;
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;
  virtual ~Checker() = default;

  [[nodiscard]] virtual std::string_view model_name() const = 0;
  /// An error names the first operation that the model does not know, and what it expects.
  [[nodiscard]] virtual Result<void> accepts(const history::History& history) = 0;
  [[nodiscard]] virtual CheckResult check(const history::History& history) = 0;
  /// Checks again and, if violated, says why. Held and inconclusive give only the first members.
  [[nodiscard]] virtual Explanation explain(const history::History& history) = 0;
  /// The same, without checking again: `known` is what check() said about this history.
  [[nodiscard]] virtual Explanation explain_violation(const history::History& history,
                                                      const CheckResult& /*known*/) {
    return explain(history);
  }
  /// An order of all partitions together that explains every answer; nothing if there is none, or
  /// none was found within the budget. Monitors are not used: it may take longer than check().
  [[nodiscard]] virtual std::optional<std::vector<LinearPoint>> linearization(
      const history::History& /*history*/) {
    return std::nullopt;
  }
  /// Checks an order or a core again with verifier.hpp, which shares no code with the search.
  [[nodiscard]] virtual bool confirms(const history::History& /*history*/,
                                      std::span<const LinearPoint> /*linearization*/) {
    return false;
  }
  [[nodiscard]] virtual Confirmation confirms_core(const history::History& /*history*/,
                                                   const Explanation& /*explanation*/) {
    return Confirmation::given_up;
  }

  /// A verdict without the whole history, within the budget as it is now; null if the model's
  /// states need the whole.
  [[nodiscard]] virtual std::unique_ptr<Stream> stream() const { return nullptr; }

  void set_budget(const Budget& budget) { budget_ = budget; }
  [[nodiscard]] const Budget& budget() const { return budget_; }

  /// Partitions that need a long search are searched on up to so many threads. The verdict does not
  /// depend on it; steps and, of several failing keys, which one is named, may.
  void set_workers(unsigned workers) { workers_ = workers; }
  [[nodiscard]] unsigned workers() const { return workers_; }
  /// Goes on after the first violated partition, so that every one is decided.
  void set_every_partition(bool every) { every_partition_ = every; }
  [[nodiscard]] bool every_partition() const { return every_partition_; }

 private:
  Budget budget_;
  unsigned workers_ = 1;
  bool every_partition_ = false;
};

}  // namespace oncelab::check
