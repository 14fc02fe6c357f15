// WRONG ON PURPOSE: a durable claim store that replaces its log too early.
//
// Fault: the new log takes the old one's name before it is synced. A crash after that can leave an
// empty or torn log under the right name, and the old one is gone. Right otherwise: while nothing
// crashes, calls are answered as by DurableClaimStore. Shows itself with one client, one request
// that comes again, one clean-up and one crash. Threads: any. Clock and ports must outlive the
// store.
#pragma once

#include <oncelab/properties/scenarios/durable/systems/durable_claim_store.hpp>

namespace oncelab::mutants {

class RenameBeforeSyncClaimStore final : public properties::DurableClaimStore {
 public:
  using properties::DurableClaimStore::DurableClaimStore;

 protected:
  properties::DiskOutcome sync_new(const char*) override {
    return properties::DiskOutcome::ok;  // the fault: not synced
  }
};

}  // namespace oncelab::mutants
