// ValueNumbers: the values of a history as small numbers, in the order of first use.
//
// Numbers stay until clear(), which keeps the memory. Threads: one at a time. Complexity: one hash
// look-up per use of a value.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <oncelab/core/lab/check/index_table.hpp>
#include <oncelab/core/lab/history/value.hpp>

namespace oncelab::check {

class ValueNumbers {
 public:
  void clear() {
    values_.clear();
    table_.reset(0);
  }
  /// size() before the call, if the value is new.
  std::uint32_t number_of(const history::Value& value) {
    const auto fresh = size();
    table_.make_room(fresh, [&](std::uint32_t i) { return history::hash(values_[i]); });
    const std::uint32_t number = table_.find_or_insert(
        history::hash(value), fresh, [&](std::uint32_t other) { return values_[other] == value; });
    if (number == fresh) {
      values_.push_back(value);
    }
    return number;
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(values_.size()); }
  [[nodiscard]] const history::Value& operator[](std::uint32_t number) const {
    return values_[number];
  }
  [[nodiscard]] std::span<const history::Value> values() const { return values_; }
  [[nodiscard]] std::size_t bytes() const {
    return table_.bytes() + values_.capacity() * sizeof(history::Value);
  }

 private:
  std::vector<history::Value> values_;
  IndexTable table_;
};

}  // namespace oncelab::check
