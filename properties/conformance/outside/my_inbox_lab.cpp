// Presents the inboxes to oncelab in the words of its inbox contract.
#include <oncelab/lab.hpp>

#include "my_inbox.hpp"

template <class Inbox>
struct InTheLab {
  oncelab::Delivery handle_once(std::string_view message_id, oncelab::Handler& handler) {
    std::string error;
    const auto run = [&] {
      const auto result = handler.handle();
      error = result.error();
      return result.succeeded();
    };
    switch (inbox.handle(std::string(message_id), run)) {
      case Handled::now:
        return oncelab::Delivery::delivered();
      case Handled::before:
        return oncelab::Delivery::duplicate();
      case Handled::not_yet:
        break;
    }
    return oncelab::Delivery::failed(oncelab::messaging::FailureCause::handler, error);
  }
  Inbox inbox;
};

ONCELAB_SUT("my-inbox", InTheLab<MyInbox>, oncelab::contract::inbox);
ONCELAB_SUT("my-fixed-inbox", InTheLab<MyFixedInbox>, oncelab::contract::inbox);
