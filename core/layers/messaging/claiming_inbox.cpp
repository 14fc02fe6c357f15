#include <oncelab/core/layers/messaging/claiming_inbox.hpp>

namespace oncelab::messaging {

namespace {

HandlerResult run_or_release(ClaimStore& claims, std::string_view message_id, OwnerToken owner,
                             Handler& handler) {
  try {
    return handler.handle();
  } catch (...) {
    claims.release(message_id, owner);
    throw;
  }
}

}  // namespace

Delivery ClaimingInbox::handle_once(std::string_view message_id, Handler& handler) {
  if (message_id.empty()) {
    return Delivery::empty_message_id();
  }
  const Claim claim = claims_.claim(message_id, when_claimed_);
  switch (claim.status) {
    case Claim::Status::done:
      return Delivery::duplicate();
    case Claim::Status::in_flight:
      return Delivery::in_flight();
    case Claim::Status::granted:
      break;
  }
  return run_claimed(message_id, claim.owner, handler);
}

Delivery ClaimingInbox::run_claimed(std::string_view message_id, OwnerToken owner,
                                    Handler& handler) {
  const HandlerResult result = run_or_release(claims_, message_id, owner, handler);
  if (!result.succeeded()) {
    claims_.release(message_id, owner);
    return Delivery::failed(FailureCause::handler, result.error());
  }
  if (!claims_.complete(message_id, owner)) {
    return Delivery::failed(FailureCause::claim_lost,
                            "the handler succeeded after its claim had been lost");
  }
  return Delivery::delivered();
}

}  // namespace oncelab::messaging
