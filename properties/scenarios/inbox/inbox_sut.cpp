// Instrumented side: an inbox called through plain data.
#include <oncelab/properties/scenarios/inbox/inbox_sut.hpp>

#include <oncelab/core/layers/messaging/inbox.hpp>

namespace oncelab::properties {

namespace {

class CallbackHandler final : public messaging::Handler {
 public:
  explicit CallbackHandler(HandlerCallback callback) : callback_(callback) {}
  messaging::HandlerResult handle() override {
    return callback_.handle(callback_.context)
               ? messaging::HandlerResult::success()
               : messaging::HandlerResult::failure("the handler failed");
  }

 private:
  HandlerCallback callback_;
};

DeliveryOutcome outcome_of(messaging::Outcome outcome) {
  switch (outcome) {
    case messaging::Outcome::delivered:
      return DeliveryOutcome::delivered;
    case messaging::Outcome::duplicate:
      return DeliveryOutcome::duplicate;
    case messaging::Outcome::in_flight:
      return DeliveryOutcome::in_flight;
    case messaging::Outcome::failed:
      break;
  }
  return DeliveryOutcome::failed;
}

}  // namespace

DeliveryOutcome inbox_handle_once(void* inbox, const char* id, std::size_t id_bytes,
                                  HandlerCallback callback) {
  CallbackHandler handler(callback);
  return outcome_of(
      static_cast<messaging::Inbox*>(inbox)->handle_once({id, id_bytes}, handler).outcome);
}

void inbox_destroy(void* inbox) { delete static_cast<messaging::Inbox*>(inbox); }

}  // namespace oncelab::properties
