// SetMonitor: decides histories of one member that is put into the set at most once and taken out
// at most once, however often it is looked for.
//
// Any operation that may change the state counts: `add` unless it answered that the member was in
// already, `remove` unless it answered that it was not. After the monitors for sets of Abdulla et
// al., "Efficient linearizability monitoring" (PLDI 2025), which want complete histories.
//
// Why it is exact. Let the member come in at an instant a and go out at r. Whoever saw it must have
// been at work between a and r, whoever missed it before a or after r.
// 1. Nothing came in: nobody saw it and nothing went out.
// 2. It never goes out: a is after its call and the calls of all who missed it, before its return
//    and the returns of all who saw it.
// 3. It goes out: a < A, the least of its return and the returns of all who saw it; r > R, the
//    greatest of its call and the calls of all who saw it. The later a and the earlier r, the
//    better for all who missed it. If A < R, both can be had: a just before A, r just after R; then
//    each that missed it must have been called before A or returned after R. If R < A and there is
//    an instant inside of both operations and between R and A, the two can be put side by side
//    there, and nobody who missed it minds; a and r exist at all exactly if there is such an
//    instant.
// A remove of unknown outcome may not have happened; one that answered, but not whether it found
// the member, may have missed it; an add of unknown outcome may not have happened. Each of these at
// most six cases is decided as above, and one must be legal. (An add that did not say whether it
// was new was: nothing else puts the member in.) Looking with unknown outcome says nothing.
//
// Linear time, constant memory. Threads: one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <oncelab/core/lab/check/monitor.hpp>
#include <oncelab/models/monitors/stretch.hpp>

namespace oncelab::models {

class SetMonitor {
 public:
  void begin();
  // In any order. False: not applicable, as decide() then says too.
  /// May change the state. `known`: it answered; else it may not have happened.
  bool add(Stretch when, bool known);
  /// `found`: it answered that the member was in.
  bool remove(Stretch when, bool known, bool found);
  /// Did not change the state.
  void saw(Stretch when);
  void missed(Stretch when);
  [[nodiscard]] check::Monitored decide() const;

  [[nodiscard]] std::uint64_t bytes() const { return missed_.capacity() * sizeof(Stretch); }

 private:
  struct Change {
    Stretch when;
    bool known = false;
    bool found = false;
  };

  [[nodiscard]] bool stays_out() const;
  [[nodiscard]] bool comes_in(const Stretch* also_missed) const;
  [[nodiscard]] bool comes_in_and_goes_out() const;

  std::optional<Change> add_, remove_;
  bool applicable_ = true;
  bool was_seen_ = false;
  std::uint32_t last_call_of_saw_ = 0;
  std::uint32_t first_return_of_saw_ = open_end;
  std::uint32_t last_call_of_missed_ = 0;
  std::vector<Stretch> missed_;
};

}  // namespace oncelab::models
