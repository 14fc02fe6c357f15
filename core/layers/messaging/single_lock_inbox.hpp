// An inbox with one lock over look-up, handler and mark.
//
// Promises: the contract of inbox.hpp for any interleaving: a second delivery of an id waits until
// the first has been decided, then is a duplicate, or runs the handler if the first failed. Never
// answers `in_flight`.
// Does not promise: progress. Deliveries of different ids wait for each other as well, for as long
// as a handler takes; a handler that delivers anything to the same inbox waits for itself.
// Threads: any. The store is touched under the lock only and needs none of its own; it belongs to
// this inbox alone and must outlive it.
// Complexity: one lock, one contains and at most one insert per delivery.
#pragma once

#include <mutex>
#include <oncelab/core/layers/messaging/inbox.hpp>
#include <oncelab/core/layers/messaging/mark_store.hpp>
#include <string_view>

namespace oncelab::messaging {

class SingleLockInbox final : public Inbox {
 public:
  explicit SingleLockInbox(MarkStore& marks) : marks_(marks) {}

  Delivery handle_once(std::string_view message_id, Handler& handler) override;

 private:
  std::mutex mutex_;
  MarkStore& marks_;
};

}  // namespace oncelab::messaging
