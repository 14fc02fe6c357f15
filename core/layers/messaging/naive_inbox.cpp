#include <oncelab/core/layers/messaging/naive_inbox.hpp>

namespace oncelab::messaging {

Delivery NaiveInbox::handle_once(std::string_view message_id, Handler& handler) {
  if (message_id.empty()) {
    return Delivery::empty_message_id();
  }
  if (marks_.contains(message_id)) {
    return Delivery::duplicate();
  }
  // The race: until insert() below, another delivery of this id finds no mark and runs as well.
  // Left as it is; ClaimingInbox and SingleLockInbox close the window.
  const HandlerResult result = handler.handle();
  if (!result.succeeded()) {
    return Delivery::failed(FailureCause::handler, result.error());
  }
  marks_.insert(message_id);
  return Delivery::delivered();
}

}  // namespace oncelab::messaging
