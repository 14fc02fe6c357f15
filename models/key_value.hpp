// kv: a text per key.
//
//   get            -> the text; nil: as the empty one
//   put TEXT
//   append TEXT       to what is there
//
// Keys are independent. Numbers are texts. State: the text, interned; an append costs a copy of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <oncelab/core/lab/check/look_ahead.hpp>
#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/models/interned.hpp>

namespace oncelab::models {

class KeyValue {
 public:
  using State = std::uint32_t;
  enum class Kind : std::uint8_t { get, get_anything, put, append };
  struct Op {
    Kind kind = Kind::get;
    std::uint32_t text = 0;  // interned
  };

  [[nodiscard]] std::string_view name() const { return "kv"; }
  [[nodiscard]] std::string_view vocabulary() const { return "get; put TEXT; append TEXT"; }
  void bind(const history::History& history);
  [[nodiscard]] history::Value partition(const history::Operation& operation) const {
    return operation.key;
  }
  bool compile(const history::History& history, history::OperationIndex index, bool known,
               Op& op) const;

  [[nodiscard]] State initial(const history::Value&) const { return texts_.number_of({}); }
  [[nodiscard]] unsigned points(const Op&) const { return 1; }
  [[nodiscard]] unsigned choices(const Op&, unsigned) const { return 1; }
  bool apply(State& state, const Op& op, unsigned, unsigned) const;
  [[nodiscard]] bool changes_state(const Op& op) const {
    return op.kind == Kind::put || op.kind == Kind::append;
  }
  [[nodiscard]] bool interchangeable(const Op& x, const Op& y) const {
    return x.kind == y.kind && x.text == y.text;
  }
  [[nodiscard]] std::uint64_t kind_hash(const Op& op) const {
    return hash(op.text) * 5 + static_cast<std::uint64_t>(op.kind);
  }
  [[nodiscard]] std::uint64_t hash(State state) const {
    return history::hash(history::Value::integer(state));
  }

  /// A text that was got starts with what was last put; what it grew from, it starts with as well.
  void look_ahead(std::span<const check::Interval<Op>> intervals, check::Sources& sources) const;
  [[nodiscard]] bool may_become(State state, const Op& demand) const;

  [[nodiscard]] std::uint64_t memory_bytes() const { return texts_.bytes(); }
  [[nodiscard]] std::string state_text(const history::History& history, State state) const;
  [[nodiscard]] std::string objection(const history::History& history, State state, const Op& op,
                                      unsigned point) const;

 private:
  struct TextHash {
    std::uint64_t operator()(std::span<const char> text) const;
  };

  [[nodiscard]] std::string_view text(std::uint32_t number) const {
    const std::span<const char> found = texts_.content(number);
    return {found.data(), found.size()};
  }
  [[nodiscard]] std::string shown(std::uint32_t number) const;

  history::Symbol get_{}, put_{}, append_{};
  mutable Interned<char, TextHash> texts_;
  mutable std::string scratch_;
};

}  // namespace oncelab::models
