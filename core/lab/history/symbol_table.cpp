#include <oncelab/core/lab/history/symbol_table.hpp>

#include <algorithm>
#include <atomic>
#include <limits>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::history {
namespace {

/// Never used twice in one process; the number itself has no meaning and is never shown.
std::uint64_t next_vocabulary() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

constexpr std::size_t entries_max = std::numeric_limits<std::uint32_t>::max();

}  // namespace

SymbolTable::SymbolTable() : vocabulary_(next_vocabulary()) {}

Symbol SymbolTable::intern(std::string_view text) {
  if (const auto found = index_.find(text); found != index_.end()) {
    return found->second;
  }
  ONCELAB_ASSERT(texts_.size() < entries_max);
  const auto symbol = static_cast<Symbol>(texts_.size());
  texts_.emplace_back(text);
  index_.emplace(texts_.back(), symbol);
  vocabulary_ = next_vocabulary();
  return symbol;
}

std::optional<Symbol> SymbolTable::find(std::string_view text) const {
  const auto found = index_.find(text);
  return found == index_.end() ? std::nullopt : std::optional(found->second);
}

std::string_view SymbolTable::text(Symbol symbol) const {
  const auto index = static_cast<std::size_t>(symbol);
  ONCELAB_ASSERT(index < texts_.size());
  return texts_[index];
}

ListIndex ListTable::intern(std::span<const Value> items) {
  std::uint64_t key = items.size();
  for (const Value& item : items) {
    key = key * 0x9E3779B97F4A7C15ULL + hash(item);
  }
  const auto [begin, end] = index_.equal_range(key);
  for (auto it = begin; it != end; ++it) {
    if (std::ranges::equal(lists_[static_cast<std::size_t>(it->second)], items)) {
      return it->second;
    }
  }
  ONCELAB_ASSERT(lists_.size() < entries_max);
  const auto list = static_cast<ListIndex>(lists_.size());
  lists_.emplace_back(items.begin(), items.end());
  index_.emplace(key, list);
  return list;
}

std::span<const Value> ListTable::items(ListIndex list) const {
  const auto index = static_cast<std::size_t>(list);
  ONCELAB_ASSERT(index < lists_.size());
  return lists_[index];
}

}  // namespace oncelab::history
