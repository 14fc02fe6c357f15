// EffectLedger: which side effects were committed, under which label, for what, by whom and when.
//
// It lives outside the system under test, which cannot take an entry back: what a run did is what
// the ledger says, whatever the answers claim. It outlives crashes. An effect is there for good, as
// a mail that was sent, unless whoever recorded it says that a crash lost it, as a write that was
// not synced.
//
// Promises: entries are kept in the order in which they were recorded, and each is also an effect
// event of the history, lost ones too; count() is exact, and leaves lost ones out. clear() keeps
// capacity. Does not promise: to know of effects that nobody records. Threads: one at a time.
// Complexity: recording is constant amortised time, counting is linear in the entries of the run.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <oncelab/core/lab/base/ids.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::world {

struct Effect {
  history::Symbol label;
  history::Value of;  // what it was an effect of, e.g. a message id
  ClientId by;
  history::Timestamp at;
  std::uint32_t incarnation = 0;  // of the process it was made in
  bool lost = false;              // a crash took it back
};

enum class EffectIndex : std::uint32_t {};  // in order of recording, from 0

class EffectLedger {
 public:
  /// The history must outlive the ledger.
  explicit EffectLedger(history::History& history) : history_(history) {}

  EffectIndex record(const Effect& effect);
  /// A crash took it back: it was not durable. It does not count any more.
  void lose(EffectIndex effect);
  [[nodiscard]] std::uint32_t count(history::Symbol label, const history::Value& of) const;
  [[nodiscard]] std::span<const Effect> entries() const { return entries_; }
  void clear() { entries_.clear(); }

 private:
  history::History& history_;
  std::vector<Effect> entries_;
};

}  // namespace oncelab::world
