// Handled ids in a hash set under a mutex.
//
// Promises: the contract of MarkStore; each operation is atomic, and is one hold of the mutex.
// Does not promise: survival of the process. Ids are never removed: memory grows with the number of
// distinct ids.
// Threads: any.
// Complexity: constant on average.
// Errors: std::bad_alloc, with no effect.
#pragma once

#include <mutex>
#include <oncelab/core/layers/messaging/mark_store.hpp>
#include <oncelab/core/stores/memory/mark_set.hpp>
#include <string_view>

namespace oncelab::stores {

class MemoryMarkStore final : public messaging::MarkStore {
 public:
  [[nodiscard]] bool contains(std::string_view message_id) override;
  void insert(std::string_view message_id) override;

 private:
  std::mutex mutex_;
  MarkSet marks_;
};

}  // namespace oncelab::stores
