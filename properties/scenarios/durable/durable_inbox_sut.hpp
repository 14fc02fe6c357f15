// The boundary between the lab and an instrumented durable inbox: plain functions and plain data.
#pragma once

#include <cstddef>

#include <oncelab/properties/scenarios/durable/durable_inbox.hpp>

namespace oncelab::properties {

inline constexpr const char* durable_inbox_contract = "durable-inbox";

/// `inbox` is what the system under test's make() gave.
StoredDelivery durable_inbox_handle_once(void* inbox, const char* id, std::size_t id_bytes,
                                         const char* change, std::size_t change_bytes);
void durable_inbox_destroy(void* inbox);

}  // namespace oncelab::properties
