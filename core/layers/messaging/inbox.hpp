// The contract of the messaging layer: the same delivery has its effect once.
//
// A broker that delivers at least once will hand over some messages twice: one after the other, or
// two at the same time. The consumer calls handle_once for every delivery; message_id says which
// deliveries are the same message.
//
// Promises:
//   - id already handled: the handler is not run; the answer is `duplicate`;
//   - the handler succeeds: the id is marked as handled; the answer is `delivered`;
//   - the handler fails: the id is not marked; the answer is `failed` with cause `handler` and the
//     handler's error; the next delivery of the id runs the handler again;
//   - the handler throws: as above, and the exception reaches the caller;
//   - an empty id is refused: `failed` with cause `empty_message_id`, no handler run;
//   - `delivered` and `duplicate` may be acknowledged to the broker, `in_flight` and `failed` must
//     not be: the message would be lost if the effect has not happened after all.
// Each implementation says in its own header what it does with two deliveries of one id at the same
// time. NaiveInbox breaks the promise there, and is kept to show it.
//
// Does not promise:
//   - that equal content under a new id is recognised: judging by content is an error, since two
//     equal messages may both be meant;
//   - that the business fact behind the message is new: that is the domain layer's contract;
//   - anything across a crash between effect and mark, unless the implementation says so.
//
// Threads: handle_once may be called from any number of threads. A handler must not deliver the
// id it is handling to the same inbox; implementations that wait would wait for themselves.
// Errors: whatever the store throws comes out; whether the id is marked is then for the next
// delivery to find out. Acknowledge nothing.
// Source: the idempotent receiver with its list of handled ids, as found in at-least-once
// consumers.
#pragma once

#include <oncelab/core/layers/messaging/delivery.hpp>
#include <oncelab/core/layers/messaging/handler.hpp>
#include <string_view>

namespace oncelab::messaging {

class Inbox {
 public:
  Inbox() = default;
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;
  virtual ~Inbox() = default;

  virtual Delivery handle_once(std::string_view message_id, Handler& handler) = 0;
};

}  // namespace oncelab::messaging
