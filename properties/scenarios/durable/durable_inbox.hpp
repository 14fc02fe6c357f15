// DurableInbox: an inbox whose marks, and the changes of its handler, are in files.
//
// handle_once stores the change and marks the message as handled; a message that is marked is a
// duplicate. Contract: whatever crashes, the change of a message is stored once, and a message that
// was answered delivered or duplicate has it.
// Threads: any. The ports must outlive the inbox.
#pragma once

#include <string_view>

#include <oncelab/properties/scenarios/durable/disk_ports.hpp>

namespace oncelab::properties {

enum class StoredDelivery : int { delivered, duplicate, failed, in_doubt };

class DurableInbox {
 public:
  DurableInbox() = default;
  DurableInbox(const DurableInbox&) = delete;
  DurableInbox& operator=(const DurableInbox&) = delete;
  virtual ~DurableInbox() = default;
  virtual StoredDelivery handle_once(std::string_view message_id, std::string_view change) = 0;
};

/// Of a write that should have made it delivered.
[[nodiscard]] constexpr StoredDelivery delivery_of(DiskOutcome outcome) {
  return outcome == DiskOutcome::ok         ? StoredDelivery::delivered
         : outcome == DiskOutcome::no_space ? StoredDelivery::failed
                                            : StoredDelivery::in_doubt;
}

}  // namespace oncelab::properties
