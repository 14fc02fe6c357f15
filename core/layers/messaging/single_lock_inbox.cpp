#include <oncelab/core/layers/messaging/single_lock_inbox.hpp>

namespace oncelab::messaging {

Delivery SingleLockInbox::handle_once(std::string_view message_id, Handler& handler) {
  if (message_id.empty()) {
    return Delivery::empty_message_id();
  }
  const std::lock_guard hold(mutex_);
  if (marks_.contains(message_id)) {
    return Delivery::duplicate();
  }
  const HandlerResult result = handler.handle();
  if (!result.succeeded()) {
    return Delivery::failed(FailureCause::handler, result.error());
  }
  marks_.insert(message_id);
  return Delivery::delivered();
}

}  // namespace oncelab::messaging
