// SymbolTable and ListTable: each text, and each list of values, once.
//
// Promises: interning the same content twice gives the same index; indices count up from 0 and stay
// valid for the life of the table; contents never change. vocabulary() names the exact contents of
// a symbol table: two tables with the same vocabulary() have the same texts at the same indices, so
// a reader may keep what it looked up until the number changes.
//
// Does not promise: removal. A table only grows; at most 2^32 - 1 entries (asserted).
// Threads: a table belongs to one thread at a time. A moved-from table may only be assigned to or
// destroyed. Complexity: intern is one hash look-up; text is an array access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <oncelab/core/lab/history/value.hpp>

namespace oncelab::history {

class SymbolTable {
 public:
  SymbolTable();

  Symbol intern(std::string_view text);
  [[nodiscard]] std::optional<Symbol> find(std::string_view text) const;
  [[nodiscard]] std::string_view text(Symbol symbol) const;
  [[nodiscard]] std::size_t size() const { return texts_.size(); }
  [[nodiscard]] std::uint64_t vocabulary() const { return vocabulary_; }

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  std::vector<std::string> texts_;
  std::unordered_map<std::string, Symbol, TextHash, std::equal_to<>> index_;
  std::uint64_t vocabulary_;
};

class ListTable {
 public:
  ListIndex intern(std::span<const Value> items);
  [[nodiscard]] std::span<const Value> items(ListIndex list) const;

 private:
  std::vector<std::vector<Value>> lists_;
  std::unordered_multimap<std::uint64_t, ListIndex> index_;
};

}  // namespace oncelab::history
