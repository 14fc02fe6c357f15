// The boundary between the lab and an instrumented IdempotentHandler: plain functions, plain data.
#pragma once

#include <cstddef>
#include <cstdint>

#include <oncelab/properties/scenarios/api/claims_sut.hpp>

namespace oncelab::properties {

struct ApiRequest {
  const char* profile;
  Text key;  // no bytes: the request has none
  Text body;
  Text response_body;  // what the handler answers, if it is run
};

/// What the handler does: gives the status of its response; below 0, it throws. Runs on the
/// caller's logical thread.
struct ApiHandlerCallback {
  int (*handle)(void* context);
  void* context;
};

enum class ApiOutcome : int { executed, threw, replayed, key_reused, in_flight, refused };

struct ApiAnswer {
  ApiOutcome outcome;
  int status;
  EndOutcome stored;  // of a request with a key that was executed
  bool has_marker;    // "Idempotent-Replayed: true"
  bool clock_was_read;
  std::int64_t at_ms;
  bool body_fits;
  std::size_t body_bytes;
  char body[256];
};

/// `store` is what the claim store's make() gave.
void api_request(void* store, const ApiRequest& request, const ApiHandlerCallback& handler,
                 ApiAnswer& answer);

/// What a profile says, as the layer has it.
struct ApiProfileFacts {
  std::int64_t lease_ms;  // of claims; below 0: none
  bool covers_every_method;
  bool checks_keys;
  bool query_counts;
  std::size_t replayed_headers;
  bool answers_problem_json;
  bool marks_replays_only;
};
/// The profile exists.
ApiProfileFacts api_profile_facts(const char* profile);

}  // namespace oncelab::properties
