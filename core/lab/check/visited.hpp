// Visited: the configurations a search has been in, so that none is explored twice.
//
// A configuration is (which points of answered operations are placed, state, use of unknown
// outcomes). The first is a 128-bit fingerprint, updated by xor as points are placed; two different
// sets share one with probability 2^-128 per pair, for any input not made to attack the fixed
// constants. State and use are compared exactly. enter() refuses a configuration if one with the
// same placed points and state was entered whose use is at most as large: it can do everything
// that this one could.
//
// Memory grows with the number of configurations; bytes() counts it. reset() costs time
// proportional to what the last search used. Complexity: expected constant, plus one comparison per
// entry with the same points and state.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <oncelab/core/lab/base/assert.hpp>
#include <oncelab/core/lab/check/packed_use.hpp>

namespace oncelab::check {

struct Fingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Adds or removes one point: xor is its own inverse.
inline void toggle(Fingerprint& print, std::uint32_t node, unsigned point) {
  std::uint64_t z = (std::uint64_t{node} * 4 + point + 1) * 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  print.low ^= z ^ (z >> 31);
  z = (z ^ (z >> 29)) * 0xD6E8FEB86659FD93ULL + 0xA0761D6478BD642FULL;
  z = (z ^ (z >> 32)) * 0xE7037ED1A0B428DBULL;
  print.high ^= z ^ (z >> 31);
}

template <class State>
class Visited {
 public:
  void reset(std::size_t use_words) {
    if (slots_.empty()) {
      slots_.resize(slots_min, none);
    } else if (!entries_.empty()) {
      std::fill_n(slots_.begin(), slot_count_, none);
    }
    slot_count_ = slots_min;
    entries_.clear();
    uses_.clear();
    use_words_ = use_words;
    compared_ = 0;
  }

  /// False: an entry dominates this configuration. True: it is new, and now stored.
  bool enter(const Fingerprint& placed, const State& state, std::uint64_t state_hash,
             const PackedUse& use) {
    if (slots_are_full()) {
      grow();
    }
    const std::uint64_t hash = placed.low ^ state_hash;
    const std::uint64_t* mine = use.words().data();
    for (std::size_t at = hash & (slot_count_ - 1);; at = (at + 1) & (slot_count_ - 1)) {
      if (slots_[at] == none) {
        slots_[at] = append(placed, state, hash, mine);
        return true;
      }
      const Entry& head = entries_[slots_[at]];
      if (head.hash == hash && head.placed == placed && head.state == state) {
        return enter_chain(at, placed, state, hash, use);
      }
    }
  }

  /// Comparisons with other uses of the same points and state, since reset().
  [[nodiscard]] std::uint64_t compared() const { return compared_; }

  /// What is kept; what a larger history left behind for the next is not counted.
  [[nodiscard]] std::size_t bytes() const {
    return entries_.size() * sizeof(Entry) + uses_.size() * sizeof(std::uint64_t) +
           slot_count_ * sizeof(std::uint32_t);
  }
  /// Whether the next configuration makes a table grow, and what that adds, or is held twice.
  [[nodiscard]] bool is_full() const {
    return entries_are_full() || uses_are_full() || slots_are_full();
  }
  [[nodiscard]] std::size_t bytes_to_grow() const {
    return (entries_are_full() ? entries_.size() * sizeof(Entry) : 0) +
           (uses_are_full() ? uses_.size() * sizeof(std::uint64_t) : 0) +
           (slots_are_full() ? slot_count_ * sizeof(std::uint32_t) : 0);
  }

 private:
  static constexpr std::uint32_t none = 0xFFFF'FFFFU;
  static constexpr std::size_t slots_min = 64;

  struct Entry {
    Fingerprint placed;
    std::uint64_t hash;
    State state;
    std::uint32_t next;  // the same points and state with another use; none at the end
  };

  [[nodiscard]] bool entries_are_full() const { return entries_.size() == entries_.capacity(); }
  [[nodiscard]] bool uses_are_full() const { return uses_.size() + use_words_ > uses_.capacity(); }
  [[nodiscard]] bool slots_are_full() const { return entries_.size() * 4 >= slot_count_ * 3; }

  bool enter_chain(std::size_t slot, const Fingerprint& placed, const State& state,
                   std::uint64_t hash, const PackedUse& use) {
    const std::uint64_t* mine = use.words().data();
    for (std::uint32_t i = slots_[slot]; i != none; i = entries_[i].next) {
      ++compared_;
      std::uint64_t* theirs = uses_.data() + std::size_t{i} * use_words_;
      if (use.at_most(theirs, mine)) {
        return false;
      }
      if (use.at_most(mine, theirs)) {
        std::copy_n(mine, use_words_, theirs);
        return true;
      }
    }
    const std::uint32_t fresh = append(placed, state, hash, mine);
    entries_[fresh].next = slots_[slot];
    slots_[slot] = fresh;
    return true;
  }

  std::uint32_t append(const Fingerprint& placed, const State& state, std::uint64_t hash,
                       const std::uint64_t* use) {
    entries_.push_back({placed, hash, state, none});
    uses_.insert(uses_.end(), use, use + use_words_);
    return static_cast<std::uint32_t>(entries_.size() - 1);
  }

  void grow() {
    ONCELAB_ASSERT(entries_.size() < none / 2);
    slot_count_ *= 2;
    slots_.resize(std::max(slots_.size(), slot_count_), none);
    std::fill_n(slots_.begin(), slot_count_, none);
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      entries_[i].next = none;
    }
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      std::size_t at = entries_[i].hash & (slot_count_ - 1);
      for (; slots_[at] != none; at = (at + 1) & (slot_count_ - 1)) {
        const Entry& head = entries_[slots_[at]];
        if (head.hash == entries_[i].hash && head.placed == entries_[i].placed &&
            head.state == entries_[i].state) {
          entries_[i].next = slots_[at];
          break;
        }
      }
      slots_[at] = i;
    }
  }

  std::vector<std::uint32_t> slots_;  // only the first slot_count_ are in use
  std::size_t slot_count_ = 0;
  std::vector<Entry> entries_;
  std::vector<std::uint64_t> uses_;  // use_words_ per entry
  std::size_t use_words_ = 0;
  std::uint64_t compared_ = 0;
};

}  // namespace oncelab::check
