// The boundary between the lab and an instrumented inbox: plain functions and plain data.
//
// What lies behind it is compiled with instrumentation and shares no inline function with the lab,
// so nothing with a layout of its own (std::string, exceptions of our own) crosses it.
#pragma once

#include <cstddef>

namespace oncelab::properties {

enum class DeliveryOutcome : int { delivered, duplicate, in_flight, failed };

/// What the inbox is to do with a message: returns whether it succeeded. Runs on the caller's
/// logical thread.
struct HandlerCallback {
  bool (*handle)(void* context);
  void* context;
};

struct InboxSut {
  void* (*make)();
  void (*destroy)(void* inbox);
  DeliveryOutcome (*handle_once)(void* inbox, const char* id, std::size_t id_bytes,
                                 HandlerCallback handler);
};

/// The memory inbox of that variant; nullptr if there is none.
[[nodiscard]] const InboxSut* memory_inbox_sut(const char* variant);

}  // namespace oncelab::properties
