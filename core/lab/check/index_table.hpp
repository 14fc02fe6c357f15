// IndexTable: "have I seen an equal thing, and which number did it get?", reusable.
//
// An open-addressing table of numbers; the things themselves stay with the caller, who passes the
// hash and a way to compare, and says in reset() or make_room() how many there will be. reset()
// costs nothing in steady state: slots carry an epoch.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace oncelab::check {

class IndexTable {
 public:
  /// Empties the table and makes room for `things_max` things.
  void reset(std::size_t things_max) {
    const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(16, things_max * 2));
    if (slots_.size() < wanted) {
      slots_.assign(wanted, Slot{});
      epoch_ = 0;
    }
    if (++epoch_ == 0) {
      std::ranges::fill(slots_, Slot{});
      epoch_ = 1;
    }
  }

  /// Before one more thing than these `things`: grows if need be, looking each up by its hash
  /// again.
  template <class HashOf>
  void make_room(std::uint32_t things, HashOf&& hash_of) {
    if ((std::size_t{things} + 1) * 2 <= slots_.size()) {
      return;
    }
    reset(std::size_t{things} * 2);
    for (std::uint32_t i = 0; i < things; ++i) {
      find_or_insert(hash_of(i), i, [](std::uint32_t) { return false; });
    }
  }
  [[nodiscard]] std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

  /// The number of the thing for which equal(number) holds; `fresh`, now stored, if there is none.
  template <class Equal>
  std::uint32_t find_or_insert(std::uint64_t hash, std::uint32_t fresh, Equal&& equal) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      Slot& slot = slots_[at];
      if (slot.epoch != epoch_) {
        slot = {epoch_, fresh};
        return fresh;
      }
      if (equal(slot.number)) {
        return slot.number;
      }
    }
  }

 private:
  struct Slot {
    std::uint32_t epoch = 0;
    std::uint32_t number = 0;
  };
  std::vector<Slot> slots_;
  std::uint32_t epoch_ = 0;
};

}  // namespace oncelab::check
