// A payment as the payment provider reports it.
//
// Promises: a value; two payments are equal if amount and reference are, the reference byte for
// byte (no folding of case, no trimming).
// Does not promise: that the fields make sense. Order::mark_paid judges them.
#pragma once

#include <cstdint>
#include <string>

namespace oncelab::domain {

struct Payment {
  std::int64_t amount_cents = 0;
  std::string provider_ref;  // the provider's name for this payment: the natural key

  friend bool operator==(const Payment&, const Payment&) = default;
};

}  // namespace oncelab::domain
