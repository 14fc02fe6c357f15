// The answers that the idempotency layer gives itself, instead of the handler.
//
// Promises: a problem always has the same status and code. The codes are stable: a client may
// branch on them. `key_reused` and the key problems mean "change the request", `in_flight` and
// `store_unavailable` mean "send the same request again later"; only these two carry Retry-After,
// in whole seconds, at least one. In the plain text form, a problem is a line for people, without
// code and without Retry-After.
// Does not promise: that the titles stay as they are.
// Threads: pure functions.
// Source: problem details for HTTP APIs (RFC 9457) for the JSON form.
#pragma once

#include <oncelab/core/layers/api/message.hpp>
#include <oncelab/core/layers/api/profile.hpp>
#include <string_view>

namespace oncelab::api {

enum class Problem : unsigned char {
  key_reused,         // 409: another request was sent under this key before
  in_flight,          // 409: the same request is being executed now
  empty_key,          // 400
  key_too_long,       // 400
  key_malformed,      // 400: a byte outside printable ASCII
  repeated_key,       // 400: more than one key in one request
  store_unavailable,  // 503: whether the request was seen before cannot be found out
};

/// As in the enumeration: `key_reused`.
[[nodiscard]] std::string_view code_of(Problem problem);

[[nodiscard]] int status_of(Problem problem);

/// `retry_after` matters to problems that pass with time.
[[nodiscard]] Response response_to(Problem problem, ProblemForm form, Millis retry_after = {});

}  // namespace oncelab::api
