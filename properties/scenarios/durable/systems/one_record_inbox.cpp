#include <oncelab/properties/scenarios/durable/systems/one_record_inbox.hpp>

namespace oncelab::properties {

OneRecordInbox::OneRecordInbox(const DiskPorts& disk) : log_(disk, "inbox") {
  for (const std::string& record : log_.records()) {
    handled_.insert(record.substr(0, record.find('\t')));
  }
}

StoredDelivery OneRecordInbox::handle_once(std::string_view message_id, std::string_view change) {
  const std::lock_guard hold(mutex_);
  if (handled_.contains(message_id)) {
    return StoredDelivery::duplicate;
  }
  const DiskOutcome outcome = log_.append(std::string(message_id) + '\t' + std::string(change));
  if (outcome == DiskOutcome::ok) {
    handled_.emplace(message_id);
  }
  return delivery_of(outcome);
}

}  // namespace oncelab::properties
