#include <oncelab/core/stores/memory/memory_mark_store.hpp>

namespace oncelab::stores {

bool MemoryMarkStore::contains(std::string_view message_id) {
  const std::lock_guard hold(mutex_);
  return marks_.contains(message_id);
}

void MemoryMarkStore::insert(std::string_view message_id) {
  const std::lock_guard hold(mutex_);
  marks_.insert(message_id);
}

}  // namespace oncelab::stores
