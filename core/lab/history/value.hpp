// Value: what an operation is called with and what it answers, in 24 bytes.
//
// Promises: trivially copyable; equal exactly when the members are equal; hash() is a pure function
// of the members. Text and lists live in the history that interned them (history.hpp): a Value with
// a symbol or a list means something only together with that history, and because both tables hold
// each content once, comparing two Values of one history compares contents.
//
// Does not promise: an order with a meaning (operator<=> is for sorting only), floating point
// numbers, or that Values of two histories can be compared.
//
// Canonical form: a list of exactly two integers is always a pair, never a list; unused members are
// zero. Use the factories, which keep both true.
//
// Threads: a value type. Complexity: everything is constant time.
#pragma once

#include <compare>
#include <cstdint>
#include <type_traits>

namespace oncelab::history {

/// Interned text; a position in the symbol table of one history.
enum class Symbol : std::uint32_t {};
/// Interned list of values; a position in the list table of one history.
enum class ListIndex : std::uint32_t {};

enum class ValueKind : std::uint8_t { nil, integer, symbol, pair, list };

struct Value {
  ValueKind kind = ValueKind::nil;
  std::uint32_t index = 0;  // of the symbol or the list
  std::int64_t first = 0;   // the integer, or the pair's first
  std::int64_t second = 0;  // the pair's second

  [[nodiscard]] static constexpr Value nil() { return {}; }
  [[nodiscard]] static constexpr Value integer(std::int64_t number) {
    return {ValueKind::integer, 0, number, 0};
  }
  [[nodiscard]] static constexpr Value symbol(Symbol text) {
    return {ValueKind::symbol, static_cast<std::uint32_t>(text), 0, 0};
  }
  [[nodiscard]] static constexpr Value pair(std::int64_t a, std::int64_t b) {
    return {ValueKind::pair, 0, a, b};
  }
  /// Only History::list() should call this: it knows which list has which index.
  [[nodiscard]] static constexpr Value list(ListIndex list) {
    return {ValueKind::list, static_cast<std::uint32_t>(list), 0, 0};
  }

  [[nodiscard]] constexpr bool is_nil() const { return kind == ValueKind::nil; }
  [[nodiscard]] constexpr bool is_integer() const { return kind == ValueKind::integer; }
  [[nodiscard]] constexpr bool is_symbol() const { return kind == ValueKind::symbol; }
  [[nodiscard]] constexpr bool is_pair() const { return kind == ValueKind::pair; }
  [[nodiscard]] constexpr bool is_list() const { return kind == ValueKind::list; }
  [[nodiscard]] constexpr bool is_symbol(Symbol text) const {
    return is_symbol() && index == static_cast<std::uint32_t>(text);
  }

  friend constexpr bool operator==(const Value&, const Value&) = default;
  friend constexpr auto operator<=>(const Value&, const Value&) = default;
};

static_assert(sizeof(Value) == 24);
static_assert(std::is_trivially_copyable_v<Value>);

/// Two rounds of a 64-bit finaliser over all members; good enough to index a power-of-two table.
[[nodiscard]] constexpr std::uint64_t hash(const Value& value) {
  constexpr std::uint64_t odd_1 = 0xBF58476D1CE4E5B9ULL;
  constexpr std::uint64_t odd_2 = 0x94D049BB133111EBULL;
  std::uint64_t z = static_cast<std::uint64_t>(value.first) * odd_1;
  z ^= z >> 32;
  z += static_cast<std::uint64_t>(value.second) * odd_2;
  z ^= (static_cast<std::uint64_t>(value.index) << 8) | static_cast<std::uint64_t>(value.kind);
  z = (z ^ (z >> 30)) * odd_1;
  z = (z ^ (z >> 27)) * odd_2;
  return z ^ (z >> 31);
}

/// As hash(), but 64 neighbouring integers lie side by side: numbers that are counted up, as keys
/// and values often are, are then found in the cache.
[[nodiscard]] constexpr std::uint64_t local_hash(const Value& value) {
  constexpr std::uint64_t in_run = 63;
  if (!value.is_integer()) {
    return hash(value);
  }
  const auto number = static_cast<std::uint64_t>(value.first);
  Value run = value;
  run.first = static_cast<std::int64_t>(number & ~in_run);
  return (hash(run) & ~in_run) | (number & in_run);
}

}  // namespace oncelab::history
