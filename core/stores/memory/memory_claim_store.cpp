#include <oncelab/core/stores/memory/memory_claim_store.hpp>

namespace oncelab::stores {

using messaging::Claim;
using messaging::OwnerToken;
using messaging::WhenClaimed;

Claim MemoryClaimStore::claim(std::string_view message_id, WhenClaimed when_claimed) {
  std::unique_lock hold(mutex_);
  while (true) {
    const auto [record, is_new] = records_.try_emplace(std::string(message_id));
    if (is_new) {
      record->second = {.owner = OwnerToken{++last_token_}, .done = false};
      return {.status = Claim::Status::granted, .owner = record->second.owner};
    }
    if (record->second.done) {
      return {.status = Claim::Status::done, .owner = {}};
    }
    if (when_claimed == WhenClaimed::reject) {
      return {.status = Claim::Status::in_flight, .owner = {}};
    }
    decided_.wait(hold);
  }
}

bool MemoryClaimStore::complete(std::string_view message_id, OwnerToken owner) {
  const std::lock_guard hold(mutex_);
  const auto record = find_claimed(message_id, owner);
  if (record == records_.end()) {
    return false;
  }
  record->second.done = true;
  decided_.notify_all();
  return true;
}

bool MemoryClaimStore::release(std::string_view message_id, OwnerToken owner) {
  const std::lock_guard hold(mutex_);
  const auto record = find_claimed(message_id, owner);
  if (record == records_.end()) {
    return false;
  }
  records_.erase(record);
  decided_.notify_all();
  return true;
}

MemoryClaimStore::Records::iterator MemoryClaimStore::find_claimed(std::string_view message_id,
                                                                   OwnerToken owner) {
  const auto record = records_.find(message_id);
  const bool is_claimed =
      record != records_.end() && !record->second.done && record->second.owner == owner;
  return is_claimed ? record : records_.end();
}

}  // namespace oncelab::stores
