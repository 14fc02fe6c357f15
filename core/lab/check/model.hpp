// Model: what a sequential specification must offer to be checked against.
//
// A model is a plain type with pure functions. It compiles each recorded operation into an Op of
// its own, once per check, and then answers what an Op does to a State.
//
// Atomic points. An operation takes effect at one to three instants, in order, all inside its
// interval; how many, its outcome tells. A read has one; a handler that claims, works and completes
// has two. Points of other operations may fall between them, and that is how "somebody else is at
// it" becomes checkable. The points of one operation know each other by the owner token, the
// operation's index: a model may store it in the state and compare it, and use it for nothing else.
//
// Unknown outcome. compile() is then told `known = false`, and the Op must allow every prefix of
// every sequence of points that some outcome would imply. Where outcomes differ in a point
// (complete or release), the point has several choices. An operation whose outcomes never change
// the state need not be told apart from one that did not happen.
//
// Laws (the checker relies on them; meta tests fuzz them):
//   1. apply() is a pure function of its arguments; on false the state it leaves is ignored.
//   2. changes_state() may say false only if apply() never changes any state for this Op, in any
//      state and whatever the choice. That an operation happens to change nothing now does not
//      count: write(v) in state v may be needed later, when the state is another.
//   3. interchangeable(a, b) is an equivalence; it holds only if a and b do the same in every
//      state, up to the owner token, and have the same number of points. kind_hash agrees with it.
//   4. Relabelling owners everywhere (state included) changes nothing.
//   5. What an operation with a known outcome can do, the same operation with unknown outcome can
//      do too, or its points never change the state. So every prefix of a legal history is legal.
//   6. Operations of different partitions do not influence each other.
//   7. A copy of a model knows what the original had bound, compiled and numbered.
//
// Threads: const functions may be called from one thread at a time per model object.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::check {

inline constexpr unsigned points_max = 3;

/// The members, as a model author sees them:
///   State                         small, trivially copyable, comparable with ==
///   Op                            trivially copyable
///   name()                        as in the registry
///   vocabulary()                  the operations it knows, for error messages
///   bind(history)                 looks up the symbols it needs; called before compile()
///                                 whenever history.vocabulary() has changed
///   partition(operation)          operations of different partitions are independent
///   compile(history, index, known, op)   false: not one of the model's operations
///   initial(partition)            the first state
///   points(op)                    1 to points_max
///   choices(op, point)            1, or more where an unknown outcome leaves it open
///   apply(state, op, point, choice)      false: not allowed in this state
///   changes_state(op)             false: an observer
///   interchangeable(a, b), kind_hash(op)
///   hash(state)                   well mixed 64 bits
///   state_text(history, state)    "the register is 3"
///   objection(history, state, op, point) "read 3, but the register held 4"
/// and, if it has them:
///   memory_bytes()                of contents that are kept elsewhere than in State
///   monitor(initial, intervals)   monitor.hpp
///   look_ahead(intervals, sources), may_become(state, demand)    look_ahead.hpp
template <class M>
concept Model =
    std::is_trivially_copyable_v<typename M::State> &&
    std::equality_comparable<typename M::State> && std::is_trivially_copyable_v<typename M::Op> &&
    std::default_initializable<typename M::Op> &&
    requires(M& model, const M& pure, const history::History& history,
             const history::Operation& operation, history::OperationIndex index,
             const history::Value& partition, typename M::State& state,
             const typename M::State& fixed, typename M::Op& out, const typename M::Op& op,
             unsigned number) {
      { pure.name() } -> std::convertible_to<std::string_view>;
      { pure.vocabulary() } -> std::convertible_to<std::string_view>;
      { model.bind(history) } -> std::same_as<void>;
      { pure.partition(operation) } -> std::same_as<history::Value>;
      { pure.compile(history, index, true, out) } -> std::same_as<bool>;
      { pure.initial(partition) } -> std::same_as<typename M::State>;
      { pure.points(op) } -> std::convertible_to<unsigned>;
      { pure.choices(op, number) } -> std::convertible_to<unsigned>;
      { pure.apply(state, op, number, number) } -> std::same_as<bool>;
      { pure.changes_state(op) } -> std::same_as<bool>;
      { pure.interchangeable(op, op) } -> std::same_as<bool>;
      { pure.kind_hash(op) } -> std::same_as<std::uint64_t>;
      { pure.hash(fixed) } -> std::same_as<std::uint64_t>;
      { pure.state_text(history, fixed) } -> std::convertible_to<std::string>;
      { pure.objection(history, fixed, op, number) } -> std::convertible_to<std::string>;
    };

/// What the model keeps outside of its states.
template <class M>
[[nodiscard]] std::uint64_t bytes_of(const M& model) {
  if constexpr (requires {
                  { model.memory_bytes() } -> std::convertible_to<std::uint64_t>;
                }) {
    return model.memory_bytes();
  }
  return 0;
}

}  // namespace oncelab::check
