// The boundary between the lab and an instrumented durable claim store; its calls are those of
// claims_sut.hpp.
#pragma once

#include <oncelab/properties/conformance/sut.hpp>
#include <oncelab/properties/scenarios/durable/disk_ports.hpp>

namespace oncelab::properties {

inline constexpr const char* durable_claims_contract = "durable-claim-store";

/// What make() takes.
struct DurableClaimsPorts {
  detail::EnvPorts env;
  DiskPorts disk;
};

/// What lies behind the pointer that make() gives, as an api::ClaimStore.
class DurableClaims : public api::ClaimStore {
 public:
  virtual void clean_up() = 0;
};

/// `store` is what the system under test's make() gave.
void durable_claims_clean_up(void* store);

}  // namespace oncelab::properties
