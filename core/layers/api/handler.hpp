// What answers a request: the code whose effect must happen once per key.
//
// Promises: handle() returns a response or throws. A status of 500 or more says that the request
// may be tried again and will then really be executed.
// Does not promise: that a handler that threw or answered 5xx left nothing behind. If its effect
// may have been committed, the next attempt must recognise it; that is the domain layer's business.
// Threads: called on the thread that brought the request; several requests may be inside at once.
#pragma once

#include <oncelab/core/layers/api/message.hpp>

namespace oncelab::api {

class Handler {
 public:
  Handler() = default;
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;
  virtual ~Handler() = default;

  [[nodiscard]] virtual Response handle(const Request& request) = 0;
};

}  // namespace oncelab::api
