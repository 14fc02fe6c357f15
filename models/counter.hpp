// counter: a number per key, added to and read.
//
//   add NUMBER (inc, increment; without a number: 1)   -> anything
//   read                                               -> the sum; nil: says nothing
//
// It starts at the option's `init`. Sums are exact, also where 64 bits do not hold them. Additions
// commute, which the search does not need to know: equal sums are equal states. Everything is
// constant time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <oncelab/core/lab/history/history.hpp>

namespace oncelab::models {

class Counter {
 public:
  static constexpr bool is_streamable = true;
  __extension__ using State = __int128;  // 2^32 additions of 64 bits fit
  enum class Kind : std::uint8_t { add, read, read_anything };
  struct Op {
    Kind kind = Kind::add;
    std::int64_t number = 0;
  };

  explicit Counter(std::int64_t init) : init_(init) {}

  [[nodiscard]] std::string_view name() const { return "counter"; }
  [[nodiscard]] std::string_view vocabulary() const { return "add NUMBER (inc, increment); read"; }
  void bind(const history::History& history);
  [[nodiscard]] history::Value partition(const history::Operation& operation) const {
    return operation.key;
  }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const;

  [[nodiscard]] State initial(const history::Value&) const { return init_; }
  [[nodiscard]] unsigned points(const Op&) const { return 1; }
  [[nodiscard]] unsigned choices(const Op&, unsigned) const { return 1; }
  bool apply(State& state, const Op& op, unsigned, unsigned) const {
    if (op.kind == Kind::add) {
      state += op.number;
      return true;
    }
    return op.kind == Kind::read_anything || state == op.number;
  }
  [[nodiscard]] bool changes_state(const Op& op) const {
    return op.kind == Kind::add && op.number != 0;
  }
  [[nodiscard]] bool interchangeable(const Op& x, const Op& y) const {
    return x.kind == y.kind && x.number == y.number;
  }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const {
    return hash(op.number) * 5 + static_cast<std::uint64_t>(op.kind);
  }
  [[nodiscard]] std::uint64_t hash(State state) const {
    return history::hash(history::Value::pair(static_cast<std::int64_t>(state >> 64U),
                                              static_cast<std::int64_t>(state)));
  }

  [[nodiscard]] std::string state_text(const history::History&, State state) const {
    return "the sum is " + decimal(state);
  }
  [[nodiscard]] std::string objection(const history::History&, State state, const Op& op,
                                      unsigned) const {
    return "read " + std::to_string(op.number) + ", but the sum was " + decimal(state);
  }

 private:
  [[nodiscard]] static std::string decimal(State number);

  std::int64_t init_;
  history::Symbol add_{}, inc_{}, increment_{}, read_{};
};

}  // namespace oncelab::models
