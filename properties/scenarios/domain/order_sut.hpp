// The boundary between the lab and an instrumented order repository: plain functions, plain data.
#pragma once

#include <cstddef>
#include <cstdint>

namespace oncelab::properties {

inline constexpr const char* order_contract = "order";

struct PayRequest {
  const char* order_id;
  const char* reference;
  std::int64_t amount_cents;
  const char* profile;
};

struct OrderSeen {
  bool found;
  const char* state;  // as domain::name_of says
  std::size_t payments;
  std::int64_t amount_cents;  // of the first payment
  bool reference_fits;
  char reference[256];  // ends with a zero
};

/// What a profile says, as the layer has it.
struct OrderProfileFacts {
  bool checks_input;
  bool checks_amount;
  bool tells_conflict_apart;
};
/// The profile exists.
OrderProfileFacts order_profile_facts(const char* profile);

/// `orders` is what the system under test's make() gave. False: it would not have the order.
bool order_reserve(void* orders, const char* order_id, std::int64_t total_cents);
/// Gives what domain::name_of says of the answer.
const char* order_mark_paid(void* orders, const PayRequest& request);
void order_read(void* orders, const char* order_id, OrderSeen& seen);
void order_destroy(void* orders);

}  // namespace oncelab::properties
