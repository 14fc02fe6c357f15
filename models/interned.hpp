// Interned: contents of any size as small numbers, equal exactly when the contents are.
//
// For models whose state does not fit into a few bytes: the State is the number, and every change
// of it looks the new content up. Numbers stay until clear(); a copy has the same numbers. What
// content() gives stays where it is.
//
// Contents are kept one after the other in large blocks, so that millions of them are given back at
// once; the table is many small ones, so that none takes long to grow: a search that must end at an
// instant can.
//
// Errors: std::bad_alloc, also beyond 2^26 contents in one of the tables. Threads: one at a time.
// Complexity: a look-up hashes and compares the content; bytes() is constant time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include <oncelab/core/lab/check/index_table.hpp>

namespace oncelab::models {

/// HashOf: from std::span<const Item> to 64 bits, the high ones as good as the low ones.
template <class Item, class HashOf>
class Interned {
 public:
  using Content = std::span<const Item>;

  Interned() = default;
  Interned(const Interned& other) { *this = other; }
  Interned(Interned&&) noexcept = default;
  Interned& operator=(Interned&&) noexcept = default;
  Interned& operator=(const Interned& other) {
    if (this != &other) {
      clear();
      shards_ = other.shards_;
      table_bytes_ = 0;
      for (Shard& shard : shards_) {
        table_bytes_ += shard.bytes();
        for (Record& record : shard.records) {
          record.begin = store({record.begin, record.size});
        }
      }
    }
    return *this;
  }
  ~Interned() = default;

  std::uint32_t number_of(Content content) {
    const std::uint64_t hash = HashOf()(content);
    const auto at = static_cast<std::uint32_t>(hash >> (64U - shard_bits));
    Shard& shard = shards_[at];
    const auto fresh = static_cast<std::uint32_t>(shard.records.size());
    if (fresh == records_max) {
      throw std::bad_alloc();
    }
    table_bytes_ -= shard.bytes();
    shard.table.make_room(fresh, [&](std::uint32_t i) { return shard.records[i].hash; });
    const std::uint32_t found = shard.table.find_or_insert(hash, fresh, [&](std::uint32_t i) {
      const Record& record = shard.records[i];
      return record.hash == hash && std::ranges::equal(Content(record.begin, record.size), content);
    });
    if (found == fresh) {
      shard.records.push_back({store(content), content.size(), hash});
    }
    table_bytes_ += shard.bytes();
    return found << shard_bits | at;
  }

  [[nodiscard]] Content content(std::uint32_t number) const {
    const Record& record = shards_[number & (shards - 1)].records[number >> shard_bits];
    return {record.begin, record.size};
  }
  [[nodiscard]] std::uint64_t bytes() const { return table_bytes_ + block_bytes_; }

  void clear() {
    for (Shard& shard : shards_) {
      shard.records.clear();
      shard.table.reset(0);
    }
    blocks_.clear();
    block_bytes_ = 0;
  }

 private:
  static constexpr unsigned shard_bits = 6;
  static constexpr std::uint32_t shards = 1U << shard_bits;
  static constexpr std::uint32_t records_max = 1U << (32U - shard_bits);
  static constexpr std::size_t block_items_min = 256;
  static constexpr std::size_t block_items_max = std::size_t{1} << 18U;

  struct Record {
    const Item* begin = nullptr;
    std::size_t size = 0;
    std::uint64_t hash = 0;
  };
  struct Shard {
    std::vector<Record> records;
    check::IndexTable table;
    [[nodiscard]] std::size_t bytes() const {
      return records.capacity() * sizeof(Record) + table.bytes();
    }
  };

  const Item* store(Content content) {
    if (blocks_.empty() || block_items_ - used_ < content.size()) {
      const std::size_t twice = blocks_.empty() ? block_items_min : block_items_ * 2;
      block_items_ = std::max(std::min(twice, block_items_max), content.size());
      used_ = 0;
      blocks_.push_back(std::make_unique_for_overwrite<Item[]>(block_items_));
      block_bytes_ += block_items_ * sizeof(Item);
    }
    Item* const begin = blocks_.back().get() + used_;
    std::ranges::copy(content, begin);
    used_ += content.size();
    return begin;
  }

  std::array<Shard, shards> shards_;
  std::vector<std::unique_ptr<Item[]>> blocks_;
  std::size_t block_items_ = 0;  // of the last block
  std::size_t used_ = 0;         // of those
  std::uint64_t table_bytes_ = 0;
  std::uint64_t block_bytes_ = 0;
};

}  // namespace oncelab::models
