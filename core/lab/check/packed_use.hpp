// PackedUse: how far each unknown outcome has been used, in a few machine words, with a fast test
// whether one use is dominated by another.
//
// A use is a vector of small counters, packed into 64-bit words; each counter has a spare guard bit
// above it, so that one subtraction per word compares all counters at once.
//
// Two encodings share the vector.
// - A group of n interchangeable single-point operations is one counter: how many are used. Fewer
//   used is at least as good: what is left can only help.
// - An operation of k >= 2 points has k counters of one bit. Progress i < k sets bit i alone; all
//   points done sets all bits. So one use is below another exactly if the progress is equal, or the
//   other has used the operation up: an operation half way through is not better or worse than one
//   not begun, since its next point is another.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace oncelab::check {

class PackedUse {
 public:
  struct Field {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
  };

  void reset() {
    words_.clear();
    guards_.clear();
    free_bit_ = 64;
  }

  /// A counter from 0 to `count_max`.
  Field add_counter(std::uint32_t count_max) {
    return add_bits(static_cast<std::uint32_t>(std::bit_width(count_max)));
  }
  void increment(Field field) { words_[field.word] += std::uint64_t{1} << field.shift; }
  void decrement(Field field) { words_[field.word] -= std::uint64_t{1} << field.shift; }

  /// The progress of one operation of `points` >= 2 points; starts at 0.
  Field add_progress(unsigned points) {
    const std::uint32_t width = 2 * points;
    const Field field = reserve(width);
    for (unsigned point = 0; point < points; ++point) {
      guards_[field.word] |= std::uint64_t{1} << (field.shift + 2 * point + 1);
    }
    words_[field.word] |= progress_bits(0, points) << field.shift;
    return field;
  }
  void move_progress(Field field, unsigned points, unsigned from, unsigned to) {
    words_[field.word] ^= (progress_bits(from, points) ^ progress_bits(to, points)) << field.shift;
  }

  [[nodiscard]] std::span<const std::uint64_t> words() const { return words_; }

  /// Whether every counter of `lower` is at most that of the same place in `upper`.
  [[nodiscard]] bool at_most(const std::uint64_t* lower, const std::uint64_t* upper) const {
    for (std::size_t i = 0; i < guards_.size(); ++i) {
      if ((((upper[i] | guards_[i]) - lower[i]) & guards_[i]) != guards_[i]) {
        return false;
      }
    }
    return true;
  }

 private:
  [[nodiscard]] static std::uint64_t progress_bits(unsigned progress, unsigned points) {
    if (progress < points) {
      return std::uint64_t{1} << (2 * progress);
    }
    return 0x5555'5555'5555'5555ULL & ((std::uint64_t{1} << (2 * points)) - 1);
  }

  Field add_bits(std::uint32_t bits) {
    const Field field = reserve(bits + 1);
    guards_[field.word] |= std::uint64_t{1} << (field.shift + bits);
    return field;
  }

  Field reserve(std::uint32_t width) {
    if (free_bit_ + width > 64) {
      words_.push_back(0);
      guards_.push_back(0);
      free_bit_ = 0;
    }
    const Field field{static_cast<std::uint32_t>(words_.size() - 1), free_bit_};
    free_bit_ += width;
    return field;
  }

  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> guards_;
  std::uint32_t free_bit_ = 64;
};

}  // namespace oncelab::check
