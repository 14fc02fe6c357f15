// Claims on keys: who may run the handler of a request, and which requests have their response.
//
// A key is free, claimed or completed. begin() moves it from free to claimed and hands out an owner
// token; finish() moves it from claimed to completed, release() back to free. A claim and a
// completed key both carry the fingerprint of the request they began with.
//
//   begin(key, fingerprint)   free                          -> Started(owner)
//                             other fingerprint             -> Mismatch, whatever the rest
//                             claimed, lease not over       -> InFlight(time left)
//                             claimed, lease over           -> Started(new owner): a take-over
//                             completed                     -> Replay(response)
//
// Promises:
//   - begin() is one atomic decision: of all concurrent calls on a free key, or on one whose lease
//     is over, exactly one is Started. It never waits for a handler;
//   - no two claims ever granted on one key have the same token. finish() and release() act only if
//     `owner` holds the claim now; otherwise they answer `lost_claim` and write nothing;
//   - a lease covers [start, start + lease). When it is over, others may take the claim over; until
//     one does, its owner still holds it, so that a late result is not thrown away. Only a request
//     with the same fingerprint can take over: the key stays bound to its first request;
//   - a response is returned as it was stored, byte for byte, an empty body included;
//   - a released key is free of its fingerprint too.
// Does not promise: that the handler of a lost claim had no effect, only that its response is not
// stored; that a completed key ever becomes free again; who of several takes over.
// Threads: every operation may be called concurrently.
// Errors: a store that cannot reach its state answers `Unavailable` or `unavailable`. After a begin
// the key may then be claimed, after a finish or release the change may have been made. Does not
// throw, but for std::bad_alloc, with no effect.
// Source: a claim with a fencing token and a lease, as in distributed locks.
#pragma once

#include <cstdint>
#include <oncelab/core/layers/api/claim_key.hpp>
#include <oncelab/core/layers/api/clock.hpp>
#include <oncelab/core/layers/api/fingerprint.hpp>
#include <oncelab/core/layers/api/message.hpp>
#include <optional>
#include <variant>

namespace oncelab::api {

/// Identifies one granted claim on a key.
enum class OwnerToken : std::uint64_t {};

/// How long a claim is protected from take-over; nothing: for ever.
using Lease = std::optional<Millis>;

struct Started {
  OwnerToken owner{};

  friend bool operator==(const Started&, const Started&) = default;
};

struct InFlight {
  Millis retry_after{};  // until the lease is over; zero if there is none

  friend bool operator==(const InFlight&, const InFlight&) = default;
};

struct Mismatch {
  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

struct Replay {
  Response response;

  friend bool operator==(const Replay&, const Replay&) = default;
};

struct Unavailable {
  friend bool operator==(const Unavailable&, const Unavailable&) = default;
};

using BeginResult = std::variant<Started, InFlight, Mismatch, Replay, Unavailable>;

enum class EndResult : unsigned char { ok, lost_claim, unavailable };

class ClaimStore {
 public:
  ClaimStore() = default;
  ClaimStore(const ClaimStore&) = delete;
  ClaimStore& operator=(const ClaimStore&) = delete;
  virtual ~ClaimStore() = default;

  [[nodiscard]] virtual BeginResult begin(const ClaimKey& key, const Fingerprint& fingerprint,
                                          Lease lease) = 0;
  [[nodiscard]] virtual EndResult finish(const ClaimKey& key, OwnerToken owner,
                                         const Response& response) = 0;
  [[nodiscard]] virtual EndResult release(const ClaimKey& key, OwnerToken owner) = 0;
};

}  // namespace oncelab::api
