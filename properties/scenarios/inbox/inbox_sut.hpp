// The boundary between the lab and an instrumented inbox: plain functions and plain data.
//
// What lies behind it is compiled with instrumentation and shares no inline function with the lab,
// so nothing with a layout of its own (std::string, exceptions of our own) crosses it.
#pragma once

#include <cstddef>

namespace oncelab::properties {

inline constexpr const char* inbox_contract = "inbox";

enum class DeliveryOutcome : int { delivered, duplicate, in_flight, failed };

/// What the inbox is to do with a message: returns whether it succeeded. Runs on the caller's
/// logical thread.
struct HandlerCallback {
  bool (*handle)(void* context);
  void* context;
};

/// `inbox` is what the system under test's make() gave.
DeliveryOutcome inbox_handle_once(void* inbox, const char* id, std::size_t id_bytes,
                                  HandlerCallback handler);
void inbox_destroy(void* inbox);

}  // namespace oncelab::properties
