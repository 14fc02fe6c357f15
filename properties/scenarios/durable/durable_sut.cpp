// Instrumented side: durable systems called through plain data.
#include <oncelab/properties/scenarios/durable/durable_claims_sut.hpp>
#include <oncelab/properties/scenarios/durable/durable_inbox_sut.hpp>

namespace oncelab::properties {

StoredDelivery durable_inbox_handle_once(void* inbox, const char* id, std::size_t id_bytes,
                                         const char* change, std::size_t change_bytes) {
  return static_cast<DurableInbox*>(inbox)->handle_once({id, id_bytes}, {change, change_bytes});
}

void durable_inbox_destroy(void* inbox) { delete static_cast<DurableInbox*>(inbox); }

void durable_claims_clean_up(void* store) {
  static_cast<DurableClaims*>(static_cast<api::ClaimStore*>(store))->clean_up();
}

}  // namespace oncelab::properties
