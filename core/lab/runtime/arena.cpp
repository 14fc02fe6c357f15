#include <oncelab/core/lab/runtime/arena.hpp>

#include <cstring>

#include <oncelab/core/lab/base/assert.hpp>

namespace oncelab::runtime::detail {

void Arena::attach(char* base, std::size_t capacity) {
  base_ = next_ = base;
  end_ = base + capacity;
  count_ = 0;
}

void* Arena::allocate(std::size_t size, std::size_t alignment) {
  ONCELAB_ASSERT((alignment & (alignment - 1)) == 0);
  const std::size_t align = alignment < sizeof(Block) ? sizeof(Block) : alignment;
  auto payload = reinterpret_cast<std::uintptr_t>(next_) + sizeof(Block);
  payload = (payload + align - 1) & ~(align - 1);
  const auto end = reinterpret_cast<std::uintptr_t>(end_);
  if (payload > end || size > end - payload) {
    return nullptr;
  }
  auto* const p = reinterpret_cast<char*>(payload);
  *block_of(p) = Block{size, count_++, block_in_use};
  // Whole 16-byte units: two allocations never share a granule of the race detector.
  next_ = p + (size == 0 ? sizeof(Block) : (size + sizeof(Block) - 1) & ~(sizeof(Block) - 1));
  if (next_ > end_) {
    next_ = end_;
  }
  return p;
}

void Arena::reset() {
  std::memset(base_, 0, used());
  next_ = base_;
  count_ = 0;
}

}  // namespace oncelab::runtime::detail
