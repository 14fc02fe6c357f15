// The inbox everybody writes first: look up, run the handler, mark.
//
// THIS INBOX HAS A RACE, ON PURPOSE. Look-up and mark are two operations of the store. Two
// deliveries of one id that overlap can both look it up before either marks it; both then run the
// handler. Use it to see what that does, never in a service.
//
// Promises: the contract of inbox.hpp for deliveries that do not overlap.
// Does not promise: one effect for concurrent deliveries of one id. Never answers `in_flight`.
// Threads: as concurrent as the store. The store must outlive the inbox.
// Complexity: one contains and at most one insert per delivery; no lock is held over the handler.
#pragma once

#include <oncelab/core/layers/messaging/inbox.hpp>
#include <oncelab/core/layers/messaging/mark_store.hpp>
#include <string_view>

namespace oncelab::messaging {

class NaiveInbox final : public Inbox {
 public:
  explicit NaiveInbox(MarkStore& marks) : marks_(marks) {}

  Delivery handle_once(std::string_view message_id, Handler& handler) override;

 private:
  MarkStore& marks_;
};

}  // namespace oncelab::messaging
