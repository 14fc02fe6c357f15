// The fingerprint of a request: what makes a second request under a key the same request.
//
// Promises: the value is `sha256/1:` and the digest, in hexadecimal, of method, target and body,
// each written with its length (eight bytes, most significant first) before it. No two different
// triples are written alike, whatever bytes they hold; `1` is the version of this way of writing,
// so that a stored fingerprint of another version never looks equal by accident.
// fingerprint_of prepares the target as the profile says (profile.hpp): with or without the query,
// raw or with its escapes decoded. Headers do not count.
// Does not promise: that requests which mean the same are equal. `{"a":1}` and `{ "a": 1 }` differ.
// Threads: any.
// Complexity: linear in the request; the body is not copied.
// Errors: std::bad_alloc; std::runtime_error if OpenSSL has no SHA-256 here.
#pragma once

#include <oncelab/core/layers/api/message.hpp>
#include <oncelab/core/layers/api/profile.hpp>
#include <string>
#include <string_view>

namespace oncelab::api {

struct Fingerprint {
  std::string text;

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

struct FingerprintParts {
  std::string_view method;
  std::string_view target;
  std::string_view body;
};

[[nodiscard]] Fingerprint fingerprint_of(const FingerprintParts& parts);
[[nodiscard]] Fingerprint fingerprint_of(const Request& request, const Profile& profile);

}  // namespace oncelab::api
