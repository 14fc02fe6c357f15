// The answer to one delivery of a message: what became of it, and whether the broker may forget it.
//
// Promises: a Delivery whose outcome is not `failed` has cause `none` and an empty error; a failed
// one has a cause, and a text for people in `error` (the handler's own words if the handler failed;
// they may be empty). may_acknowledge() is true exactly when the effect of the message is known to
// have happened: acknowledging any other delivery can lose the message.
// Does not promise: that a failed delivery had no effect; see handler.hpp and `claim_lost`.
// Threads: a value; no sharing.
#pragma once

#include <string>
#include <utility>

namespace oncelab::messaging {

enum class Outcome : unsigned char {
  delivered,  // this delivery ran the handler, which succeeded; the id is marked
  duplicate,  // an earlier delivery did; the handler was not run
  in_flight,  // another delivery of the id is running its handler now; nothing was done here
  failed,     // see FailureCause; the id is not marked by this delivery
};

enum class FailureCause : unsigned char {
  none,              // the delivery did not fail
  handler,           // the handler said so; the next delivery of the id runs it again
  empty_message_id,  // an empty id identifies nothing; the handler was not run
  claim_lost,  // the handler succeeded, but its claim had passed to another delivery meanwhile
};

struct [[nodiscard]] Delivery {
  Outcome outcome = Outcome::failed;
  FailureCause cause = FailureCause::none;
  std::string error;

  static Delivery delivered() { return {Outcome::delivered, FailureCause::none, {}}; }
  static Delivery duplicate() { return {Outcome::duplicate, FailureCause::none, {}}; }
  static Delivery in_flight() { return {Outcome::in_flight, FailureCause::none, {}}; }
  static Delivery failed(FailureCause cause, std::string error) {
    return {Outcome::failed, cause, std::move(error)};
  }
  static Delivery empty_message_id() {
    return failed(FailureCause::empty_message_id, "the message id is empty");
  }

  [[nodiscard]] bool may_acknowledge() const {
    return outcome == Outcome::delivered || outcome == Outcome::duplicate;
  }

  friend bool operator==(const Delivery&, const Delivery&) = default;
};

}  // namespace oncelab::messaging
