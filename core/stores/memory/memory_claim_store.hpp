// Claims on message ids in a hash map under one mutex; waiting claims sleep on one condition
// variable.
//
// Promises: the contract of ClaimStore. Every operation is one hold of the mutex; complete and
// release wake all waiting claims, which look again at their own id.
// Does not promise: survival of the process; a lease. A claim is lost only with the process, so a
// handler that never returns blocks its id for good. Ids that are done are never removed.
// Threads: any.
// Complexity: constant on average; a complete or release wakes every waiting claim, of any id.
// Errors: claim may throw std::bad_alloc, with no effect; complete and release do not allocate.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <oncelab/core/layers/messaging/claim_store.hpp>
#include <oncelab/core/stores/memory/string_hash.hpp>
#include <string>
#include <string_view>
#include <unordered_map>

namespace oncelab::stores {

class MemoryClaimStore final : public messaging::ClaimStore {
 public:
  [[nodiscard]] messaging::Claim claim(std::string_view message_id,
                                       messaging::WhenClaimed when_claimed) override;
  [[nodiscard]] bool complete(std::string_view message_id, messaging::OwnerToken owner) override;
  bool release(std::string_view message_id, messaging::OwnerToken owner) override;

 private:
  struct Record {
    messaging::OwnerToken owner;
    bool done;
  };
  using Records = std::unordered_map<std::string, Record, StringHash, std::equal_to<>>;

  [[nodiscard]] Records::iterator find_claimed(std::string_view message_id,
                                               messaging::OwnerToken owner);

  std::mutex mutex_;
  std::condition_variable decided_;  // a claim was completed or released
  Records records_;                  // a free id has no record
  std::uint64_t last_token_ = 0;
};

}  // namespace oncelab::stores
