#include <oncelab/core/lab/runtime/shadow.hpp>

#include <sys/mman.h>
#include <algorithm>

namespace oncelab::runtime::detail {

namespace {

Cell* map_cells(std::size_t bytes_shadowed) {
  const std::size_t bytes = (bytes_shadowed / 8 + 2) * sizeof(Cell);
  void* const got = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) {
    no_address_space(bytes, "the shadow memory of the race detector");
  }
  return static_cast<Cell*>(got);
}

std::size_t slot_in(std::uintptr_t granule, std::size_t size) {
  return static_cast<std::size_t>(granule * 0x9E3779B97F4A7C15ULL >> 20U) & (size - 1);
}

}  // namespace

void Shadow::reserve() {
  region_ = map_cells(region_bytes);
  // The unit's data and bss may lie apart; what is between them is shadowed too.
  const auto& u = unit();
  if (u.data.size() + u.bss.size() != 0) {
    const auto begin = u.data.size() == 0  ? u.bss.begin
                       : u.bss.size() == 0 ? u.data.begin
                                           : std::min(u.data.begin, u.bss.begin);
    unit_data_ = {begin & ~std::uintptr_t{7}, std::max(u.data.end, u.bss.end)};
    data_ = map_cells(unit_data_.size());
  }
  table_.resize(1024);
}

Cell& Shadow::in_table(std::uintptr_t granule) {
  std::size_t i = slot_in(granule, table_.size());
  while (table_[i] != nullptr && table_[i]->granule != granule) {
    i = (i + 1) & (table_.size() - 1);
  }
  if (table_[i] == nullptr) {
    if (table_count_ * 2 >= table_.size()) {
      grow_table();
      return in_table(granule);
    }
    table_[i] = std::make_unique<Entry>(Entry{granule, {}});
    ++table_count_;
  }
  Cell& cell = table_[i]->cell;
  if (cell.generation != generation_) {
    cell = Cell{};
    cell.generation = generation_;
  }
  return cell;
}

Cell* Shadow::find_in_table(std::uintptr_t granule) {
  std::size_t i = slot_in(granule, table_.size());
  while (table_[i] != nullptr && table_[i]->granule != granule) {
    i = (i + 1) & (table_.size() - 1);
  }
  return table_[i] == nullptr ? nullptr : &table_[i]->cell;
}

void Shadow::grow_table() {
  // Entries of earlier runs are dropped first: the table is as large as one run needs.
  busy_ = true;
  std::vector<std::unique_ptr<Entry>> old(std::move(table_));
  std::erase_if(
      old, [this](const auto& e) { return e == nullptr || e->cell.generation != generation_; });
  std::size_t size = 1024;
  while (size < old.size() * 4) {
    size *= 2;
  }
  table_ = std::vector<std::unique_ptr<Entry>>(size);
  table_count_ = old.size();
  for (auto& e : old) {
    std::size_t i = slot_in(e->granule, size);
    while (table_[i] != nullptr) {
      i = (i + 1) & (size - 1);
    }
    table_[i] = std::move(e);
  }
  busy_ = false;
}

std::uint32_t Shadow::new_bytes() {
  if (bytes_used_ == bytes_.size()) {
    bytes_.resize(bytes_.size() * 2);
  }
  bytes_[bytes_used_] = Bytes{};
  return bytes_used_++;
}

std::uint32_t Shadow::new_readers() {
  if (readers_used_ == readers_.size()) {
    readers_.resize(readers_.size() * 2);
  }
  Readers& fresh = readers_[readers_used_];
  std::fill(std::begin(fresh.read), std::end(fresh.read), Epoch{});
  return readers_used_++;
}

void Shadow::forget_everything() {  // the generation counter wrapped around: once in 2^32 runs
  munmap(region_, (region_bytes / 8 + 2) * sizeof(Cell));
  region_ = map_cells(region_bytes);
  if (data_ != nullptr) {
    munmap(data_, (unit_data_.size() / 8 + 2) * sizeof(Cell));
    data_ = map_cells(unit_data_.size());
  }
  busy_ = true;
  for (auto& e : table_) {
    e.reset();
  }
  busy_ = false;
  table_count_ = 0;
  generation_ = 1;
}

}  // namespace oncelab::runtime::detail
