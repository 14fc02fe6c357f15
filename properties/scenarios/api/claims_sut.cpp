// Instrumented side: a claim store called through plain data.
#include <oncelab/properties/scenarios/api/claims_sut.hpp>

#include <cstring>
#include <string_view>
#include <thread>
#include <variant>

#include <oncelab/core/layers/api/claim_store.hpp>
#include <oncelab/properties/conformance/sut.hpp>

namespace oncelab::properties {

namespace {

std::string_view view(const Text& text) { return {text.data, text.bytes}; }

// The store scopes are the handler's business; here all keys are of one.
api::ClaimKey claim_key(const Text& key) { return {"", view(key)}; }

EndOutcome outcome_of(api::EndResult result) {
  switch (result) {
    case api::EndResult::ok:
      return EndOutcome::ok;
    case api::EndResult::lost_claim:
      return EndOutcome::lost_claim;
    case api::EndResult::unavailable:
      break;
  }
  return EndOutcome::unavailable;
}

void copy_body(std::string_view body, BeginAnswer& answer) {
  answer.body_fits = body.size() <= sizeof(answer.body);
  answer.body_bytes = answer.body_fits ? body.size() : 0;
  std::memcpy(answer.body, body.data(), answer.body_bytes);
}

}  // namespace

void claims_begin(void* store, const ClaimRequest& request, BeginAnswer& answer) {
  answer = {};
  api::Lease lease;
  if (request.lease_ms >= 0) {
    lease = api::Millis(request.lease_ms);
  }
  detail::last_reading_ms = detail::no_reading;
  const api::BeginResult result = static_cast<api::ClaimStore*>(store)->begin(
      claim_key(request.key), {std::string(view(request.fingerprint))}, lease);
  answer.clock_was_read = detail::last_reading_ms != detail::no_reading;
  answer.at_ms = answer.clock_was_read ? detail::last_reading_ms : 0;
  if (const auto* started = std::get_if<api::Started>(&result)) {
    answer.outcome = BeginOutcome::started;
    answer.owner = static_cast<std::uint64_t>(started->owner);
  } else if (const auto* replay = std::get_if<api::Replay>(&result)) {
    answer.outcome = BeginOutcome::replay;
    copy_body(replay->response.body, answer);
  } else if (std::holds_alternative<api::InFlight>(result)) {
    answer.outcome = BeginOutcome::in_flight;
  } else if (std::holds_alternative<api::Mismatch>(result)) {
    answer.outcome = BeginOutcome::mismatch;
  } else {
    answer.outcome = BeginOutcome::unavailable;
  }
}

EndOutcome claims_finish(void* store, const Text& key, std::uint64_t owner, const Text& body) {
  const api::Response response{200, {}, std::string(view(body))};
  return outcome_of(static_cast<api::ClaimStore*>(store)->finish(claim_key(key),
                                                                 api::OwnerToken{owner}, response));
}

EndOutcome claims_release(void* store, const Text& key, std::uint64_t owner) {
  return outcome_of(
      static_cast<api::ClaimStore*>(store)->release(claim_key(key), api::OwnerToken{owner}));
}

void claims_destroy(void* store) { delete static_cast<api::ClaimStore*>(store); }

void sleep_ms(std::int64_t time) { std::this_thread::sleep_for(std::chrono::milliseconds(time)); }

}  // namespace oncelab::properties
