// Handled ids in a hash set, without a lock.
//
// Promises: the contract of MarkStore for one thread at a time.
// Threads: none of its own; whoever shares it brings the lock (SingleLockInbox does).
// Complexity: constant on average; one stored string per id, never removed.
// Errors: std::bad_alloc, with no effect.
#pragma once

#include <functional>
#include <oncelab/core/layers/messaging/mark_store.hpp>
#include <oncelab/core/stores/memory/string_hash.hpp>
#include <string>
#include <string_view>
#include <unordered_set>

namespace oncelab::stores {

class MarkSet final : public messaging::MarkStore {
 public:
  [[nodiscard]] bool contains(std::string_view message_id) override {
    return ids_.contains(message_id);
  }
  void insert(std::string_view message_id) override { ids_.emplace(message_id); }

 private:
  std::unordered_set<std::string, StringHash, std::equal_to<>> ids_;
};

}  // namespace oncelab::stores
