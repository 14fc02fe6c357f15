// Shadow memory: for every 8 bytes the program touches, who accessed them last and which
// synchronisation object lives there.
//
// The arenas, stacks and the unit's static data are shadowed directly (one cell per 8 bytes, found
// by arithmetic); every other address goes through a hash table. A cell belongs to the run whose
// generation it carries: starting a run costs nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <oncelab/core/lab/runtime/memory_map.hpp>

namespace oncelab::runtime::detail {

/// When, by whom and how: one word, so that it is compared and copied as a whole. 0: never.
class Epoch {
 public:
  constexpr Epoch() = default;
  constexpr Epoch(std::uint32_t clock, unsigned thread, bool atomic)
      : word_(std::uint64_t{clock} << 32U | thread << 1U | (atomic ? 1U : 0U)) {}
  [[nodiscard]] std::uint32_t clock() const { return static_cast<std::uint32_t>(word_ >> 32U); }
  [[nodiscard]] unsigned thread() const { return static_cast<unsigned>(word_ >> 1U) & 0xFFU; }
  [[nodiscard]] bool atomic() const { return (word_ & 1U) != 0; }
  friend bool operator==(Epoch, Epoch) = default;

 private:
  std::uint64_t word_ = 0;
};

/// Last write and last read of some bytes.
struct Access {
  Epoch write;
  Epoch read;
  std::uint32_t write_code = 0;  // offset of the code from the start of the unit's text
  std::uint32_t read_code = 0;
  std::uint32_t shared = 0;  // several unordered readers: index of their record; 0: one or none
};

struct Cell {
  std::uint32_t generation = 0;
  std::uint32_t object = 0;  // synchronisation object at this granule; 0: none
  Access access;
  std::uint8_t write_mask = 0;  // bytes that access' write and read are about
  std::uint8_t read_mask = 0;
  bool freed = false;
  std::uint32_t split = 0;  // one record does not do any more: index of eight byte-wise ones
};
static_assert(sizeof(Cell) == 48);

class Shadow {
 public:
  void reserve();
  void new_run() {
    ++generation_;
    bytes_used_ = 1;
    readers_used_ = 1;
    if (generation_ == 0) {
      forget_everything();
    }
  }

  [[nodiscard]] Cell& at(std::uintptr_t address) {
    Cell& cell = maybe_old(address);
    if (is_old(cell)) {
      cell = Cell{};
      cell.generation = generation_;
    }
    return cell;
  }
  /// The same, but its contents may be those of an earlier run.
  [[nodiscard]] Cell& maybe_old(std::uintptr_t address) {
    if (in_region(address)) {
      return region_[(address - region_base) >> 3U];
    }
    if (unit_data_.contains(address)) {
      return data_[(address - unit_data_.begin) >> 3U];
    }
    return in_table(address >> 3U);
  }
  [[nodiscard]] bool is_old(const Cell& cell) const { return cell.generation != generation_; }
  /// The first access in this run.
  void renew(Cell& cell, const Access& access, std::uint8_t write_mask, std::uint8_t read_mask) {
    cell = Cell{generation_, 0, access, write_mask, read_mask, false, 0};
  }

  /// Forgets what is known of this granule, if anything.
  void forget(std::uintptr_t address) {
    if (busy_) {
      return;  // the table frees memory of its own, which nobody watches
    }
    if (Cell* const cell = in_region(address) ? region_ + ((address - region_base) >> 3U)
                                              : find_in_table(address >> 3U);
        cell != nullptr) {
      *cell = Cell{};
    }
  }

  struct Bytes {
    Access access[8];
  };
  struct Readers {
    Epoch read[threads_max];
    std::uint32_t code[threads_max];
  };
  [[nodiscard]] Bytes& bytes(std::uint32_t index) { return bytes_[index]; }
  [[nodiscard]] Readers& readers(std::uint32_t index) { return readers_[index]; }
  [[nodiscard]] std::uint32_t new_bytes();
  [[nodiscard]] std::uint32_t new_readers();

 private:
  Cell& in_table(std::uintptr_t granule);
  [[nodiscard]] Cell* find_in_table(std::uintptr_t granule);
  void grow_table();
  void forget_everything();

  std::uint32_t generation_ = 0;
  Cell* region_ = nullptr;
  Cell* data_ = nullptr;
  Range unit_data_;
  struct Entry {
    std::uintptr_t granule = 0;
    Cell cell;
  };
  std::vector<std::unique_ptr<Entry>> table_;  // open addressing; entries never move
  std::size_t table_count_ = 0;
  bool busy_ = false;  // the table is being rebuilt
  std::vector<Bytes> bytes_ = std::vector<Bytes>(1);
  std::vector<Readers> readers_ = std::vector<Readers>(1);
  std::uint32_t bytes_used_ = 1;
  std::uint32_t readers_used_ = 1;
};

}  // namespace oncelab::runtime::detail
