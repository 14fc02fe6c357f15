// The contract of the API layer: the same key and the same request get the same response.
//
// Wraps a handler. A client that did not get an answer sends its request again under the same key;
// it gets the response of the first execution instead of a second execution.
//
// Promises, for a request with a key (profile.hpp says which requests have one):
//   - unknown key: the handler runs, and its response is stored before it is returned;
//   - the key came with another request before: 409 `key_reused`, even if that one is running;
//   - the same request is running: 409 `in_flight`;
//   - the same request was answered: its response again, status and body byte for byte, with
//     `Idempotent-Replayed: true`, and the headers the profile allows;
//   - the handler answered 5xx: nothing is stored, the key is free, the next retry really runs;
//   - the handler threw: likewise, and the exception reaches the caller;
//   - answers of this layer are never stored; in profile strict no other response has the marker;
//   - the store cannot be reached: 503 `store_unavailable`, and the handler does not run;
//   - the claim was lost while the handler ran, or its response could not be stored: the response
//     is returned all the same, for it is true, and `Answer::stored` tells; the record of the claim
//     that took over is not touched.
// A request without a key, or of a method the profile leaves alone, goes straight to the handler.
// Does not promise:
//   - one effect, if the lease ends while the handler runs or the process dies: a later retry then
//     executes again. Make the lease longer than the handler ever takes, or the effect idempotent;
//   - anything about duplicates that do not come through here: callbacks, messages, other keys.
// Threads: any, as many as handler and store serve. Both, and the profile, must outlive this
// object. Complexity: one begin, and one finish or release if the handler runs; no lock of this
// class. Errors: what the handler throws; std::bad_alloc and the errors of fingerprint.hpp. If
// storing the response throws, the claim stays until its lease ends. Source: the Idempotency-Key
// header as payment APIs use it.
#pragma once

#include <functional>
#include <oncelab/core/layers/api/claim_store.hpp>
#include <oncelab/core/layers/api/handler.hpp>
#include <oncelab/core/layers/api/problem.hpp>
#include <oncelab/core/layers/api/profile.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace oncelab::api {

inline constexpr std::string_view replay_marker = "Idempotent-Replayed";

/// Where a response came from.
enum class AnswerKind : unsigned char {
  passed_through,  // from the handler, which ran without a claim
  executed,        // from the handler, which ran under a claim
  replayed,        // from the store
  refused,         // from this layer; see Answer::problem
};

struct Answer {
  AnswerKind kind = AnswerKind::refused;
  Response response;
  std::optional<Problem> problem;   // if refused
  std::optional<EndResult> stored;  // if executed: how finish, or after a 5xx release, ended
};

/// Whose key it is. Keys of different scopes have nothing to do with each other.
using ScopeOf = std::function<std::string(const Request&)>;

/// One scope for everybody: right only if the keys are told apart before they arrive here.
[[nodiscard]] std::string global_scope(const Request& request);

class IdempotentHandler final : public Handler {
 public:
  IdempotentHandler(ClaimStore& claims, Handler& next, const Profile& profile = strict_profile,
                    ScopeOf scope_of = global_scope);

  [[nodiscard]] Response handle(const Request& request) override;

  /// handle(), with what happened.
  [[nodiscard]] Answer answer(const Request& request);

 private:
  [[nodiscard]] Answer pass_through(const Request& request);
  [[nodiscard]] Answer answer_keyed(const Request& request, std::string_view key);
  [[nodiscard]] Answer execute(const Request& request, const ClaimKey& key, OwnerToken owner);
  [[nodiscard]] Answer replay(Response stored) const;
  [[nodiscard]] Answer refuse(Problem problem, Millis retry_after = {}) const;
  [[nodiscard]] Response run(const Request& request);
  [[nodiscard]] Response run_or_release(const Request& request, const ClaimKey& key,
                                        OwnerToken owner);
  [[nodiscard]] Response to_be_stored(const Response& response) const;

  ClaimStore& claims_;
  Handler& next_;
  const Profile& profile_;
  ScopeOf scope_of_;
};

}  // namespace oncelab::api
