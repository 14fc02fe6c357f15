// Heap of instrumented code: one bump arena per logical thread, reset between runs.
//
// Promises: memory starts zeroed, no address is handed out twice in a run, the k-th allocation of a
// thread has the same address in every run in which the thread allocates the same sizes before it.
// Freed blocks are remembered: a double free is reported. Does not return memory within a run.
#pragma once

#include <cstddef>
#include <cstdint>

namespace oncelab::runtime::detail {

struct Block {  // header in front of every allocation
  std::size_t size = 0;
  std::uint32_t number = 0;  // the k-th allocation of its thread
  std::uint32_t state = 0;   // 1 in use, 2 freed
};
inline constexpr std::uint32_t block_in_use = 1, block_freed = 2;

class Arena {
 public:
  void attach(char* base, std::size_t capacity);
  /// nullptr when the arena is full.
  void* allocate(std::size_t size, std::size_t alignment);
  /// Zeroes what was used and starts over.
  void reset();
  [[nodiscard]] std::size_t used() const { return static_cast<std::size_t>(next_ - base_); }
  [[nodiscard]] char* base() const { return base_; }

  static Block* block_of(void* p) { return static_cast<Block*>(p) - 1; }

 private:
  char* base_ = nullptr;
  char* next_ = nullptr;
  char* end_ = nullptr;
  std::uint32_t count_ = 0;
};

}  // namespace oncelab::runtime::detail
