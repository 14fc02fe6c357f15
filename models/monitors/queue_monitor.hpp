// QueueMonitor: decides histories of a first-in-first-out queue in which every value is put in at
// most once.
//
// The condition is that of Henzinger, Sezgin and Vafeiadis, "Aspect-oriented linearizability
// proofs" (CONCUR 2013), and of Bouajjani, Emmi, Enea and Hamza, "On reducing linearizability to
// state reachability" (ICALP 2015); what is common to all containers stands in lifetimes.hpp.
//
// Write x < y for: x returned before y was called. A legal order is a total order of the values and
// the puts and takes in that order, each put before its take: relations "L" that no y < x may
// contradict. (The union of L and < has no cycle exactly if no x L y has y < x: of two steps a < b
// and c < d of a cycle, a < d or c < b holds, so the shortest cycle has one such step.)
// 1. Order. Value a must come before b if put(a) < put(b) or take(a) < take(b) (take(a) < put(b)
//    says both). If there is no cycle of these, a total order of them contradicts nothing. A
//    shortest cycle has, by the remark above for each of the two kinds, one step of each: two
//    values with put(a) < put(b) and take(b) < take(a). There must be no such pair.
// 2. Nothing found. Let e, in from c to r, find nothing. All values whose put returned before c are
//    taken before e. If u is taken before e, so is each value v whose put returned before take(u)
//    was called: else put(v) would come after take(u). Let T >= c be the first instant that lies in
//    no stretch from a put's return to its take's call; by the above, all values with put.ret < T
//    are taken before e, and each of them may be, for their takes are called before T: if T < r.
//    Else e is at work only while some value is in for certain. Doing so for each e contradicts
//    nothing: no value on the far side of such a cut must come before one on the near side, since
//    its put returned after the takes on the near side were called; and T(e) <= T(e') holds if
//    e < e'.
//
// A value that stays is in the way of `taken` if its put returned before the other's was called.
//
// Linear time (positions are small numbers). Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <oncelab/models/monitors/lifetimes.hpp>

namespace oncelab::models {

class QueueMonitor final : public LifetimeRules {
 public:
  [[nodiscard]] bool holds(std::span<const Lifetime> values, std::span<const Stretch> nothings,
                           std::uint32_t end) override;
  [[nodiscard]] std::int64_t standing(const Lifetime&) const override { return 0; }
  [[nodiscard]] std::int64_t threshold(const Lifetime&) const override { return 1; }
  [[nodiscard]] std::uint32_t moment(const Lifetime& taken) const override {
    return taken.put.call;
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return nothing_fits_.bytes() + taken_at_.capacity() * sizeof(std::uint32_t);
  }

 private:
  std::vector<std::uint32_t> taken_at_;  // by position of the put's return: the take's call
  NothingFits nothing_fits_;
};

}  // namespace oncelab::models
