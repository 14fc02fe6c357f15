// Shard: a share of one campaign's schedules, for machines that do not talk to each other.
//
// Schedules are dealt in blocks by number. Promises: every schedule belongs to exactly one shard;
// the shards of a budget add up to it. Does not promise: that a strategy which learns draws what
// one machine alone would have drawn: each shard learns from its own runs only. Plain data.
#pragma once

#include <algorithm>
#include <cstdint>

namespace oncelab::schedule {

struct Shard {
  static constexpr std::uint64_t block = 6;
  std::uint32_t index = 0;
  std::uint32_t count = 1;

  /// Of the shard's schedule `own`: its number in the campaign.
  [[nodiscard]] constexpr std::uint64_t number(std::uint64_t own) const {
    return (own / block * count + index) * block + own % block;
  }
  /// Its share of so many schedules.
  [[nodiscard]] constexpr std::uint64_t of(std::uint64_t schedules) const {
    const std::uint64_t round = block * count;
    const std::uint64_t rest = schedules % round;
    const std::uint64_t before = std::min(rest, index * block);
    return schedules / round * block + std::min(rest - before, block);
  }
  friend bool operator==(const Shard&, const Shard&) = default;
};

}  // namespace oncelab::schedule
