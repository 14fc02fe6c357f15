// The ids that were handled: what an inbox without claims keeps.
//
// Promises: contains(id) is true if insert(id) returned before it was called; inserting an id again
// changes nothing. Ids are compared byte for byte.
// Does not promise: anything about contains followed by insert. They are two operations, and
// another thread may come between them. Threads: each implementation says whether its operations
// may be called concurrently. Errors: exceptions of the implementation, which says what an insert
// that threw may have done.
#pragma once

#include <string_view>

namespace oncelab::messaging {

class MarkStore {
 public:
  MarkStore() = default;
  MarkStore(const MarkStore&) = delete;
  MarkStore& operator=(const MarkStore&) = delete;
  virtual ~MarkStore() = default;

  [[nodiscard]] virtual bool contains(std::string_view message_id) = 0;
  virtual void insert(std::string_view message_id) = 0;
};

}  // namespace oncelab::messaging
