// What is done with a message: the code whose effect must happen once.
//
// Promises: handle() reports success or failure through its result. A failure carries the handler's
// own words; an empty text is a failure all the same. handle() may also throw: an exception is a
// failure too, and reaches the caller of Inbox::handle_once unchanged.
// Does not promise: that a failed handler left nothing behind. Undoing half an effect is the
// handler's business (or that of the transaction it runs in).
// Threads: an inbox calls handle() on the thread that called handle_once, and never on two threads
// for one call. Whether two deliveries may be inside their handlers at once is the inbox's choice.
#pragma once

#include <string>
#include <utility>

namespace oncelab::messaging {

class [[nodiscard]] HandlerResult {
 public:
  static HandlerResult success() { return HandlerResult(true, {}); }
  static HandlerResult failure(std::string error) { return HandlerResult(false, std::move(error)); }

  [[nodiscard]] bool succeeded() const { return succeeded_; }
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  HandlerResult(bool succeeded, std::string error)
      : succeeded_(succeeded), error_(std::move(error)) {}

  bool succeeded_;
  std::string error_;
};

class Handler {
 public:
  Handler() = default;
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;
  virtual ~Handler() = default;

  virtual HandlerResult handle() = 0;
};

}  // namespace oncelab::messaging
