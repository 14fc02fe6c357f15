// WRONG ON PURPOSE: a durable claim store that answers too early.
//
// Fault: a change is written to the log, but not synced before it is answered. A crash can lose a
// response that its client was told is stored: a retry executes again. Right otherwise: while
// nothing crashes, calls are answered as by DurableClaimStore. Shows itself with one client, one
// request that comes again, and one crash. Threads: any. Clock and ports must outlive the store.
#pragma once

#include <oncelab/properties/scenarios/durable/systems/durable_claim_store.hpp>

namespace oncelab::mutants {

class AnswerBeforeSyncClaimStore final : public properties::DurableClaimStore {
 public:
  using properties::DurableClaimStore::DurableClaimStore;

 protected:
  properties::DiskOutcome write(properties::RecordLog& log, std::string_view record) override {
    return log.write(record);  // the fault: not synced
  }
};

}  // namespace oncelab::mutants
