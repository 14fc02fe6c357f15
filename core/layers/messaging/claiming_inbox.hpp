// An inbox that claims the id before it runs the handler and holds the claim until it is decided.
//
// Promises: the contract of inbox.hpp for any interleaving. A second delivery of an id whose
// handler is running
//   - waits (WhenClaimed::wait), then is a duplicate, or takes the claim over and runs the handler
//     if the first one failed; this policy never answers `in_flight`;
//   - or is told `in_flight` at once (WhenClaimed::reject) and must not be acknowledged: the first
//     may still fail.
// A handler that throws gives its claim back before the exception leaves. A handler whose claim was
// taken from it meanwhile (a store with leases does that) ends as `failed` with cause `claim_lost`:
// its effect has happened, but whether the message is done is the new owner's to say.
// Does not promise: that a claim outlives or ends with a crash; that is the store's contract.
// Threads: any. The store must outlive the inbox and may serve several inboxes.
// Complexity: one claim, and one complete or release, per delivery that runs the handler; no lock
// of this class is held over the handler. Deliveries of different ids do not wait for each other's
// handlers.
#pragma once

#include <oncelab/core/layers/messaging/claim_store.hpp>
#include <oncelab/core/layers/messaging/inbox.hpp>
#include <string_view>

namespace oncelab::messaging {

class ClaimingInbox final : public Inbox {
 public:
  ClaimingInbox(ClaimStore& claims, WhenClaimed when_claimed)
      : claims_(claims), when_claimed_(when_claimed) {}

  Delivery handle_once(std::string_view message_id, Handler& handler) override;

 private:
  Delivery run_claimed(std::string_view message_id, OwnerToken owner, Handler& handler);

  ClaimStore& claims_;
  WhenClaimed when_claimed_;
};

}  // namespace oncelab::messaging
