// set-with-reads: members are added, removed and looked for, and all of a set is read.
//
//   add MEMBER, remove MEMBER, contains MEMBER: set_words.hpp
//   read -> the list of all members, in any order; nil says nothing
//
// The key tells which set. Without reads, `set` decides member by member; here the members of a
// set are one object, since a read sees all of them at one instant. An answer that lists a member
// twice is never right.
//
// The monitor looks at each member by itself, with reads as looking for it: what is illegal then is
// illegal. If nothing is called or returns while a read is at work, all members see it at the same
// instant, and what is legal member by member is legal. That is linear in members times reads of
// one key; too many of both, and the search decides.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <oncelab/core/lab/check/look_ahead.hpp>
#include <oncelab/core/lab/check/monitor.hpp>
#include <oncelab/core/lab/check/value_numbers.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/models/member_sets.hpp>
#include <oncelab/models/monitors/set_monitor.hpp>
#include <oncelab/models/set_words.hpp>

namespace oncelab::models {

class SetWithReads {
 public:
  using State = MemberSets::Set;
  enum class Kind : std::uint8_t { member, read, read_anything };
  struct Op {
    Kind kind = Kind::read_anything;
    SetAction action;                            // on a member
    std::uint32_t member = 0;                    // in members_
    MemberSets::Set members = MemberSets::none;  // of a read
  };

  [[nodiscard]] std::string_view name() const { return "set-with-reads"; }
  [[nodiscard]] std::string_view vocabulary() const {
    return "add MEMBER; remove MEMBER; contains MEMBER; read -> [MEMBER, ...]";
  }
  void bind(const history::History& history);
  [[nodiscard]] history::Value partition(const history::Operation& operation) const {
    return operation.key;
  }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const;

  [[nodiscard]] State initial(const history::Value&) const { return MemberSets::empty; }
  [[nodiscard]] unsigned points(const Op&) const { return 1; }
  [[nodiscard]] unsigned choices(const Op&, unsigned) const { return 1; }
  bool apply(State& state, const Op& op, unsigned, unsigned) const;
  [[nodiscard]] bool changes_state(const Op& op) const {
    return op.kind == Kind::member && op.action.changes_state();
  }
  [[nodiscard]] bool interchangeable(const Op& x, const Op& y) const {
    return x.kind == y.kind && x.action == y.action && x.member == y.member &&
           x.members == y.members;
  }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const {
    return hash(op.member) * 5 + static_cast<std::uint64_t>(op.kind) + op.action.number() * 3 +
           op.members;
  }
  [[nodiscard]] std::uint64_t hash(State state) const {
    return history::hash(history::Value::integer(state));
  }

  [[nodiscard]] check::Monitored monitor(const State& initial,
                                         std::span<const check::Interval<Op>> intervals) const;
  void look_ahead(std::span<const check::Interval<Op>> intervals, check::Sources& sources) const;
  /// What is in the set and not in the answer must be removed before.
  [[nodiscard]] bool may_become(State state, const Op& demand) const {
    return demand.members != MemberSets::none && sets_.is_subset(state, demand.members);
  }

  [[nodiscard]] std::uint64_t memory_bytes() const;
  [[nodiscard]] std::string state_text(const history::History& history, State state) const;
  [[nodiscard]] std::string objection(const history::History& history, State state, const Op& op,
                                      unsigned point) const;

 private:
  using Interval = check::Interval<Op>;
  static constexpr std::uint64_t looks_max = 20'000'000;  // of the monitor, at a member in a read

  bool compile_read(const history::History& history, const history::Value& answer, Op& op) const;

  /// What the monitor needs of one key; kept for the next.
  struct OfKey {
    std::vector<std::uint32_t> members;    // of members_: those that are spoken of
    std::vector<std::uint32_t> place_of;   // in `members`, if it stands there; by member
    std::vector<std::size_t> ends;         // of each one's part of `actions`
    std::vector<const Interval*> actions;  // by member
    std::vector<const Interval*> reads;    // those that answered
    std::vector<bool> read_has;            // by read, then by place in `members`
    [[nodiscard]] std::uint32_t place(std::uint32_t member);
    void sort(std::span<const Interval> intervals, const MemberSets& sets);
    void note_reads(const MemberSets& sets);
    [[nodiscard]] std::size_t bytes() const;
  };
  [[nodiscard]] check::Monitored decide(std::size_t place) const;

  SetWords words_;
  history::Symbol read_{};
  mutable check::ValueNumbers members_;
  mutable MemberSets sets_;
  mutable MemberSets::Set added_ = MemberSets::empty;  // by any operation that was compiled
  mutable OfKey of_key_;
  mutable SetMonitor monitor_;
};

}  // namespace oncelab::models
