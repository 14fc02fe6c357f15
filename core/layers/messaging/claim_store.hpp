// Claims on message ids: who may run the handler of a message, and which messages are done.
//
// An id is free, claimed or done. claim() moves it from free to claimed and hands out an owner
// token; complete() moves it from claimed to done, release() back to free.
//
// Promises:
//   - claim() is one atomic decision: of all concurrent claims on a free id exactly one is granted;
//   - no two claims ever granted on one id carry the same token, so that the holder of a claim that
//     was lost cannot complete or release its successor's;
//   - complete() and release() act only if `owner` holds the claim, and return whether they did;
//   - done is final;
//   - claim() with WhenClaimed::wait returns once the id is done or the claim is granted; with
//     WhenClaimed::reject it never waits for a handler.
// Does not promise: which of several waiting threads takes over a released claim, or that waiters
// are served in order.
// Threads: every operation may be called concurrently.
// Errors: exceptions of the implementation, which says what an operation that threw may have done.
#pragma once

#include <cstdint>
#include <string_view>

namespace oncelab::messaging {

/// Identifies one granted claim.
enum class OwnerToken : std::uint64_t {};

enum class WhenClaimed : unsigned char { wait, reject };

struct Claim {
  enum class Status : unsigned char { granted, done, in_flight };

  Status status = Status::in_flight;
  OwnerToken owner{};  // meaningful only when granted
};

class ClaimStore {
 public:
  ClaimStore() = default;
  ClaimStore(const ClaimStore&) = delete;
  ClaimStore& operator=(const ClaimStore&) = delete;
  virtual ~ClaimStore() = default;

  [[nodiscard]] virtual Claim claim(std::string_view message_id, WhenClaimed when_claimed) = 0;
  [[nodiscard]] virtual bool complete(std::string_view message_id, OwnerToken owner) = 0;
  virtual bool release(std::string_view message_id, OwnerToken owner) = 0;
};

}  // namespace oncelab::messaging
