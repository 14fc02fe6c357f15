// SimpleModel: what most models would say alike, said once.
//
//   struct Lamp : check::SimpleModel<Lamp> { ... };
//
// The model says the rest: State, Op, name(), vocabulary(), compile(), apply() and state_text()
// (model.hpp lists what each is for; README.md shows a whole model). From here it has, and may
// write itself where it knows better, which hides the function of that name here:
//
//   partition()              the key of the operation
//   initial()                State{}
//   points(), choices()      one
//   changes_state()          true: always right; false for reads makes the search faster
//   interchangeable()        equal Ops; none if Op has no ==
//   hash(), kind_hash()      of all members of State and Op: numbers, enumerations, Values, and
//                            arrays and plain structs of these
//   objection()              "not possible when " and the state
//
// Threads: as Model. Complexity: each is constant time, or linear in the members.
#pragma once

#include <concepts>
#include <cstdint>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>

#include <boost/pfr/core.hpp>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::check {

namespace simple_model {

template <class T>
concept Number = std::integral<T> || std::is_enum_v<T>;

template <class T>
concept Plain = std::is_aggregate_v<T> && !std::ranges::range<T>;

/// Equal things have equal hashes: what lies between members is not looked at.
template <class T>
[[nodiscard]] std::uint64_t hash_of(const T& thing) {
  std::uint64_t h = 1;
  const auto add = [&h](const auto& part) { h = h * 0x9E3779B97F4A7C15ULL + hash_of(part); };
  if constexpr (std::same_as<T, history::Value>) {
    h = history::hash(thing);
  } else if constexpr (Number<T>) {
    h = history::hash(history::Value::integer(static_cast<std::int64_t>(thing)));
  } else if constexpr (std::ranges::range<T>) {
    for (const auto& part : thing) {
      add(part);
    }
  } else {
    static_assert(Plain<T>,
                  "a member of this type is the model's to hash: write hash(state) and "
                  "kind_hash(op)");
    boost::pfr::for_each_field(thing, add);
  }
  return h ^ (h >> 29U);
}

}  // namespace simple_model

// A private constructor would forbid M{}: a model without one of its own is an aggregate.
template <class M>
class SimpleModel {  // NOLINT(bugprone-crtp-constructor-accessibility)
 public:
  using History = history::History;
  using OperationIndex = history::OperationIndex;
  using Value = history::Value;

  void bind(const history::History& /*history*/) {}
  [[nodiscard]] history::Value partition(const history::Operation& operation) const {
    return operation.key;
  }
  [[nodiscard]] auto initial(const history::Value& /*partition*/) const {
    return typename M::State{};
  }
  [[nodiscard]] unsigned points(const auto& /*op*/) const { return 1; }
  [[nodiscard]] unsigned choices(const auto& /*op*/, unsigned /*point*/) const { return 1; }
  [[nodiscard]] bool changes_state(const auto& /*op*/) const { return true; }
  template <class Op>
  [[nodiscard]] bool interchangeable(const Op& a, const Op& b) const {
    if constexpr (std::equality_comparable<Op>) {
      return a == b;
    } else {
      return false;
    }
  }
  [[nodiscard]] std::uint64_t kind_hash(const auto& op) const { return simple_model::hash_of(op); }
  [[nodiscard]] std::uint64_t hash(const auto& state) const { return simple_model::hash_of(state); }
  [[nodiscard]] std::string objection(const history::History& history, const auto& state,
                                      const auto& /*op*/, unsigned /*point*/) const {
    return "not possible when " +
           std::string(static_cast<const M&>(*this).state_text(history, state));
  }

 protected:
  /// The text of a value, true and false among them; empty if it is none.
  [[nodiscard]] static std::string_view word(const History& history, const Value& value) {
    return value.is_symbol() ? history.text(history::Symbol{value.index}) : std::string_view();
  }
};

}  // namespace oncelab::check
