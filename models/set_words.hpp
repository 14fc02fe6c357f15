// SetWords: what operations on one member of a set are called, and what their answers say. For the
// models `set` and `set-with-reads`.
//
//   add       -> true: it was not in it; false: it was; nil or the member: either
//   remove    -> true: it was in it; false: it was not; nil or the member: either
//   contains  -> true or false; nil or the member: either
//
// Threads: const functions may run at once. Complexity: constant time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/models/monitors/set_monitor.hpp>

namespace oncelab::models {

/// What somebody did to a member, and was told.
struct SetAction {
  enum class Kind : std::uint8_t { add, remove, contains };
  enum class Answer : std::uint8_t { unknown, yes, no };
  Kind kind = Kind::contains;
  Answer answer = Answer::unknown;

  friend bool operator==(const SetAction&, const SetAction&) = default;

  /// Whether it saw the member; add answers whether it was absent, the others whether it was
  /// present. Only if there is an answer.
  [[nodiscard]] bool saw() const { return (kind == Kind::add) != (answer == Answer::yes); }
  [[nodiscard]] bool is_allowed(bool is_in) const {
    return answer == Answer::unknown || saw() == is_in;
  }
  /// Whether the member is in it afterwards.
  [[nodiscard]] bool leaves(bool is_in) const {
    return kind == Kind::contains ? is_in : kind == Kind::add;
  }
  [[nodiscard]] bool changes_state() const {
    return kind != Kind::contains && answer != Answer::no;
  }
  [[nodiscard]] std::uint64_t number() const {
    return static_cast<std::uint64_t>(kind) * 3 + static_cast<std::uint64_t>(answer);
  }
  /// False: the monitor cannot decide what it is told.
  bool tell(SetMonitor& monitor, const Stretch& when, bool is_known) const;
  /// "answered true, but 7 was not in the set".
  [[nodiscard]] std::string objection(const std::string& member, bool is_in) const;
};

class SetWords {
 public:
  void bind(const history::History& history);
  /// Nothing: not one of these words, or not one of their answers. `known`: it answered.
  [[nodiscard]] std::optional<SetAction> action(const history::Operation& operation,
                                                const history::Value& member, bool known) const;

 private:
  history::Symbol add_{}, remove_{}, contains_{}, true_{}, false_{};
};

}  // namespace oncelab::models
