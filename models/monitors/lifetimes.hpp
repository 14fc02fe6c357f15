// Lifetimes: what a history says of a container's values, if each is put in at most once, and the
// part of deciding it that queues, stacks and priority queues have in common.
//
// What they have in common: a legal order stays legal when all operations of one value are left
// out, or all that found nothing. From that follow, whatever the container:
// 1. A value taken that was never put, or only after it was taken, or taken twice, is illegal.
// 2. The put of a value that was taken is before the take's return, and the take after the put's
//    call: cutting both intervals there changes nothing. So a put of unknown outcome gets an end.
// 3. A put of unknown outcome whose value no certain operation took is left out.
// 4. A value that is in for ever may as well be taken after the last event.
// 5. Takes of unknown outcome take what is in and was not taken by a certain operation, or nothing.
//    Without regard to such values the history must be legal; that is necessary. Where some other
//    operation cannot be placed while such a value is in, the value has a time limit (limits,
//    below): an unknown take called before it must be at hand, and each serves for one value. That
//    is necessary, too; as takes once called are there for good, giving the earliest call to the
//    earliest limit serves all if anything does. If the history with takes given out like this is
//    legal, it is; if a necessary condition fails, it is illegal; else the monitor does not apply.
//
// Time: n log n, and that of the rules. Memory: linear. Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <oncelab/core/lab/check/monitor.hpp>
#include <oncelab/core/lab/history/value.hpp>
#include <oncelab/models/monitors/by_value.hpp>
#include <oncelab/models/monitors/stretch.hpp>

namespace oncelab::models {

/// One value: put in during `put`, taken out during `take`; put.ret <= take.ret and
/// put.call <= take.call. A value that stays is taken after the last event.
struct Lifetime {
  Stretch put;
  Stretch take;
  std::int64_t urgency = 0;  // of a priority queue: less is taken first
};

/// What distinguishes the containers.
class LifetimeRules {
 public:
  LifetimeRules() = default;
  LifetimeRules(const LifetimeRules&) = default;
  LifetimeRules& operator=(const LifetimeRules&) = default;
  virtual ~LifetimeRules() = default;

  /// Whether there is a legal order of all puts and takes, and of takes that found nothing. All are
  /// certain; both lists are in the order of calls (of puts); positions are below `end`.
  [[nodiscard]] virtual bool holds(std::span<const Lifetime> values,
                                   std::span<const Stretch> nothings, std::uint32_t end) = 0;

  /// A value `taken` cannot be taken while the value `stays` is in, and that is put before, if
  /// standing(taken) < threshold(stays) and moment(taken) > stays.put.ret.
  [[nodiscard]] virtual std::int64_t standing(const Lifetime& taken) const = 0;
  [[nodiscard]] virtual std::int64_t threshold(const Lifetime& stays) const = 0;
  [[nodiscard]] virtual std::uint32_t moment(const Lifetime& taken) const = 0;
};

class Lifetimes {
 public:
  void begin(std::size_t operations);
  // Puts and empty takes in the order of their calls.
  void put(const history::Value& value, std::int64_t urgency, Stretch when, bool known);
  void take(const history::Value& value, Stretch when);
  void take_nothing(Stretch when) { nothings_.push_back(when); }
  void take_anything(std::uint32_t call) { unknown_takes_.push_back(call); }
  [[nodiscard]] check::Monitored decide(LifetimeRules& rules);

  [[nodiscard]] std::uint64_t bytes() const;

 private:
  struct Entry {
    Lifetime life;
    std::uint8_t puts = 0;   // 2: more than one
    std::uint8_t takes = 0;  // certain ones; 2: more than one
    bool put_known = false;
  };
  /// Of a value that stays: to be taken by an unknown take called before `limit`.
  struct Limited {
    std::uint32_t limit = open_end;
    std::uint32_t index = 0;  // in staying_
  };
  struct Obstacle {
    std::int64_t standing = 0;
    std::uint32_t moment = 0;
    std::uint32_t limit = 0;
  };

  [[nodiscard]] check::Monitored sort_out();
  void find_limits(const LifetimeRules& rules);
  [[nodiscard]] bool give_out_takes();
  [[nodiscard]] std::span<const Lifetime> all();

  std::uint32_t end_ = 0;  // no event is at this position or later
  ByValue<Entry> entries_;
  std::vector<std::uint32_t> puts_;           // numbers, in the order of calls
  std::vector<Stretch> nothings_;             // takes that found nothing
  std::vector<std::uint32_t> unknown_takes_;  // calls
  std::vector<Lifetime> taken_, staying_, all_;
  std::vector<Limited> limited_;
  std::vector<Obstacle> obstacles_;
  std::vector<std::uint32_t> least_;  // limits, a tree by moment
};

/// Whether each take that found nothing has an instant at which no value is in for certain, from
/// its put's return to its take's call. Lists as in LifetimeRules::holds.
class NothingFits {
 public:
  [[nodiscard]] bool operator()(std::span<const Lifetime> values, std::span<const Stretch> nothings,
                                std::uint32_t end);
  [[nodiscard]] std::uint64_t bytes() const { return taken_at_.capacity() * sizeof(std::uint32_t); }

 private:
  std::vector<std::uint32_t> taken_at_;  // by position of the put's return: the take's call
};

}  // namespace oncelab::models
