// ByValue<T>: what is known of each value, found by the value or by its number, which counts values
// in the order of first use.
//
// Unlike check::ValueNumbers it keeps each value beside what is known of it, is told how many there
// will be, and puts neighbouring integers side by side: monitors spend their time here.
//
// One hash look-up per use of a value. Reusable; reset() allocates only for more values than ever
// before. Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <oncelab/core/lab/check/index_table.hpp>
#include <oncelab/core/lab/history/value.hpp>

namespace oncelab::models {

template <class T>
class ByValue {
 public:
  struct Entry : T {
    history::Value value;
  };

  void reset(std::size_t values_max) {
    table_.reset(values_max);
    entries_.clear();
  }
  /// size() before the call, if the value is new.
  std::uint32_t number_of(const history::Value& value) {
    const auto fresh = static_cast<std::uint32_t>(entries_.size());
    const std::uint32_t number =
        table_.find_or_insert(local_hash(value), fresh,
                              [&](std::uint32_t other) { return entries_[other].value == value; });
    if (number == fresh) {
      entries_.push_back({{}, value});
    }
    return number;
  }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] Entry& operator[](std::uint32_t number) { return entries_[number]; }
  [[nodiscard]] const Entry& operator[](std::uint32_t number) const { return entries_[number]; }
  [[nodiscard]] auto begin() const { return entries_.begin(); }
  [[nodiscard]] auto end() const { return entries_.end(); }
  [[nodiscard]] std::uint64_t bytes() const {
    return table_.bytes() + entries_.capacity() * sizeof(Entry);
  }

 private:
  check::IndexTable table_;
  std::vector<Entry> entries_;
};

}  // namespace oncelab::models
