// ValueNumbers: values as small numbers, in the order of first use.
//
// One hash look-up each. Neighbouring integers lie side by side in the table: values that are
// counted up, as they mostly are, are found in the cache. Reusable; reset() allocates only for more
// values than ever before. Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <oncelab/core/lab/check/index_table.hpp>
#include <oncelab/core/lab/history/value.hpp>

namespace oncelab::models {

class ValueNumbers {
 public:
  void reset(std::size_t values_max) {
    table_.reset(values_max);
    values_.clear();
  }
  /// size() before the call, if the value is new.
  std::uint32_t number_of(const history::Value& value) {
    const auto fresh = static_cast<std::uint32_t>(values_.size());
    const std::uint32_t number = table_.find_or_insert(
        place_of(value), fresh, [&](std::uint32_t other) { return values_[other] == value; });
    if (number == fresh) {
      values_.push_back(value);
    }
    return number;
  }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] const history::Value& value(std::uint32_t number) const { return values_[number]; }
  [[nodiscard]] std::uint64_t bytes() const {
    return table_.bytes() + values_.capacity() * sizeof(history::Value);
  }

 private:
  /// Integers in runs of 64: the run is hashed, the place in it is the number's own.
  static std::uint64_t place_of(const history::Value& value) {
    constexpr std::uint64_t in_run = 63;
    if (!value.is_integer()) {
      return hash(value);
    }
    const auto number = static_cast<std::uint64_t>(value.first);
    history::Value run = value;
    run.first = static_cast<std::int64_t>(number & ~in_run);
    return (hash(run) & ~in_run) | (number & in_run);
  }

  check::IndexTable table_;
  std::vector<history::Value> values_;
};

}  // namespace oncelab::models
