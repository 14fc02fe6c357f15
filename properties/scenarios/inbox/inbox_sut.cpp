// Instrumented side: the reference inboxes behind InboxSut.
#include <oncelab/properties/scenarios/inbox/inbox_sut.hpp>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include <oncelab/core/stores/memory/memory_inbox.hpp>

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

template <stores::InboxVariant variant>
void* make() {
  return stores::make_memory_inbox(variant).release();
}

void destroy(void* inbox) { delete static_cast<messaging::Inbox*>(inbox); }

DeliveryOutcome handle_once(void* inbox, const char* id, std::size_t id_bytes,
                            HandlerCallback callback) {
  CallbackHandler handler(callback);
  return outcome_of(
      static_cast<messaging::Inbox*>(inbox)->handle_once({id, id_bytes}, handler).outcome);
}

template <stores::InboxVariant variant>
constexpr InboxSut sut_of = {make<variant>, destroy, handle_once};

}  // namespace

const InboxSut* memory_inbox_sut(const char* name) {
  const auto variant = stores::inbox_variant_named(name);
  if (!variant.has_value()) {
    return nullptr;
  }
  switch (*variant) {
    case stores::InboxVariant::naive:
      return &sut_of<stores::InboxVariant::naive>;
    case stores::InboxVariant::atomic:
      return &sut_of<stores::InboxVariant::atomic>;
    case stores::InboxVariant::claiming:
      return &sut_of<stores::InboxVariant::claiming>;
    case stores::InboxVariant::single_lock:
      return &sut_of<stores::InboxVariant::single_lock>;
  }
  return nullptr;
}

}  // namespace oncelab::properties
