// The right durable inbox: mark and change are one record of one file, so that a crash leaves both
// or neither. One mutex over everything. Recovery reads the file.
#pragma once

#include <mutex>
#include <set>
#include <string>

#include <oncelab/properties/scenarios/durable/durable_inbox.hpp>
#include <oncelab/properties/scenarios/durable/systems/record_log.hpp>

namespace oncelab::properties {

class OneRecordInbox final : public DurableInbox {
 public:
  explicit OneRecordInbox(const DiskPorts& disk);
  StoredDelivery handle_once(std::string_view message_id, std::string_view change) override;

 private:
  std::mutex mutex_;
  RecordLog log_;
  std::set<std::string, std::less<>> handled_;
};

}  // namespace oncelab::properties
