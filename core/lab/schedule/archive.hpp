// Archive: a state as a sequence of whole numbers, written and read by the same code.
//
// Whoever has a state hands over its members, in a fixed order; in an archive that is being read
// they are set to what it holds. Numbers above their limit, or too few of them, make the archive
// bad and every later member 0: whoever reads asks once, at the end. Threads: one. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace oncelab::schedule {

class Archive {
 public:
  Archive() = default;
  explicit Archive(std::vector<std::uint64_t> numbers)
      : numbers_(std::move(numbers)), reading_(true) {}

  [[nodiscard]] bool reading() const { return reading_; }
  /// All was in range, and all was read.
  [[nodiscard]] bool good() const { return !bad_ && (!reading_ || at_ == numbers_.size()); }
  [[nodiscard]] const std::vector<std::uint64_t>& numbers() const { return numbers_; }
  void spoil() { bad_ = true; }

  template <class T>
  void number(T& value, std::uint64_t max = ~std::uint64_t{0}) {
    if (!reading_) {
      numbers_.push_back(static_cast<std::uint64_t>(value));
    } else {
      value = static_cast<T>(next(max));
    }
  }
  template <class T, class Each>
  void list(std::vector<T>& items, std::size_t max, Each each) {
    std::uint64_t size = items.size();
    number(size, max);
    if (reading_) {
      items.clear();
      items.resize(bad_ ? 0 : static_cast<std::size_t>(size));
    }
    for (T& item : items) {
      each(item);
    }
  }

 private:
  std::uint64_t next(std::uint64_t max) {
    if (bad_ || at_ == numbers_.size() || numbers_[at_] > max) {
      bad_ = true;
      return 0;
    }
    return numbers_[at_++];
  }

  std::vector<std::uint64_t> numbers_;
  std::size_t at_ = 0;
  bool reading_ = false;
  bool bad_ = false;
};

}  // namespace oncelab::schedule
