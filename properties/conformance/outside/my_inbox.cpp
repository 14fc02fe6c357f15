#include "my_inbox.hpp"

Handled MyInbox::handle(const std::string& message_id, const std::function<bool()>& handler) {
  {
    const std::lock_guard hold(mutex_);
    if (handled_.contains(message_id)) {
      return Handled::before;
    }
  }
  if (!handler()) {
    return Handled::not_yet;
  }
  const std::lock_guard hold(mutex_);
  handled_.insert(message_id);
  return Handled::now;
}

Handled MyFixedInbox::handle(const std::string& message_id, const std::function<bool()>& handler) {
  const std::lock_guard hold(mutex_);
  if (handled_.contains(message_id)) {
    return Handled::before;
  }
  if (!handler()) {
    return Handled::not_yet;
  }
  handled_.insert(message_id);
  return Handled::now;
}
