#include <oncelab/properties/mutants/two_writes.hpp>

namespace oncelab::mutants {

using properties::DiskOutcome;
using properties::StoredDelivery;

TwoWritesInbox::TwoWritesInbox(const properties::DiskPorts& disk)
    : changes_(disk, "changes"),
      marks_(disk, "marks"),
      handled_(marks_.records().begin(), marks_.records().end()) {}

StoredDelivery TwoWritesInbox::handle_once(std::string_view message_id, std::string_view change) {
  const std::lock_guard hold(mutex_);
  if (handled_.contains(message_id)) {
    return StoredDelivery::duplicate;
  }
  DiskOutcome outcome = changes_.append(change);
  if (outcome == DiskOutcome::ok) {
    // The fault: here a crash leaves a change without a mark.
    outcome = marks_.append(message_id);
  }
  if (outcome == DiskOutcome::ok) {
    handled_.emplace(message_id);
  }
  return properties::delivery_of(outcome);
}

}  // namespace oncelab::mutants
