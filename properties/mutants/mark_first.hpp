// WRONG ON PURPOSE: a durable inbox that stores change and mark apart.
//
// Fault: the mark is stored in one write and the change in another, the mark first. A crash between
// the two leaves a mark without a change: the redelivery is a duplicate, and the change is lost.
// Right otherwise: while nothing crashes, deliveries are answered as by OneRecordInbox.
// Shows itself with one client, one delivery and one crash.
// Threads: any. The ports must outlive the inbox.
#pragma once

#include <mutex>
#include <set>
#include <string>

#include <oncelab/properties/scenarios/durable/durable_inbox.hpp>
#include <oncelab/properties/scenarios/durable/systems/record_log.hpp>

namespace oncelab::mutants {

class MarkFirstInbox final : public properties::DurableInbox {
 public:
  explicit MarkFirstInbox(const properties::DiskPorts& disk);
  properties::StoredDelivery handle_once(std::string_view message_id,
                                         std::string_view change) override;

 private:
  std::mutex mutex_;
  properties::RecordLog changes_;
  properties::RecordLog marks_;
  std::set<std::string, std::less<>> handled_;
};

}  // namespace oncelab::mutants
