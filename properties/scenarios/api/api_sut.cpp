// Instrumented side: an IdempotentHandler called through plain data.
#include <oncelab/properties/scenarios/api/api_sut.hpp>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

#include <oncelab/core/layers/api/idempotent_handler.hpp>
#include <oncelab/core/layers/api/key_header.hpp>
#include <oncelab/properties/conformance/sut.hpp>

namespace oncelab::properties {

namespace {

std::string text(const Text& of) { return {of.data, of.bytes}; }

class CallbackHandler final : public api::Handler {
 public:
  CallbackHandler(const ApiHandlerCallback& callback, const Text& body)
      : callback_(callback), body_(body) {}

  api::Response handle(const api::Request&) override {
    const int status = callback_.handle(callback_.context);
    if (status < 0) {
      throw std::runtime_error("the handler threw");
    }
    return {status, {{"Content-Type", "text/plain"}}, text(body_)};
  }

 private:
  const ApiHandlerCallback& callback_;
  const Text& body_;
};

const api::Profile& profile_named(std::string_view name) {
  const auto all = api::profiles();
  return **std::ranges::find(all, name, &api::Profile::name);
}

ApiOutcome outcome_of(const api::Answer& answer) {
  switch (answer.kind) {
    case api::AnswerKind::passed_through:
    case api::AnswerKind::executed:
      return ApiOutcome::executed;
    case api::AnswerKind::replayed:
      return ApiOutcome::replayed;
    case api::AnswerKind::refused:
      break;
  }
  return answer.problem == api::Problem::key_reused  ? ApiOutcome::key_reused
         : answer.problem == api::Problem::in_flight ? ApiOutcome::in_flight
                                                     : ApiOutcome::refused;
}

EndOutcome stored_of(const api::Answer& answer) {
  return !answer.stored || *answer.stored == api::EndResult::ok ? EndOutcome::ok
         : *answer.stored == api::EndResult::lost_claim         ? EndOutcome::lost_claim
                                                                : EndOutcome::unavailable;
}

void fill(const api::Answer& from, ApiAnswer& answer) {
  answer.outcome = outcome_of(from);
  answer.status = from.response.status;
  answer.stored = stored_of(from);
  answer.has_marker = api::find_header(from.response.headers, api::replay_marker) == "true";
  const std::string& body = from.response.body;
  answer.body_fits = body.size() <= sizeof(answer.body);
  answer.body_bytes = answer.body_fits ? body.size() : 0;
  std::memcpy(answer.body, body.data(), answer.body_bytes);
}

}  // namespace

void api_request(void* store, const ApiRequest& request, const ApiHandlerCallback& callback,
                 ApiAnswer& answer) {
  answer = {};
  CallbackHandler next(callback, request.response_body);
  api::IdempotentHandler handler(*static_cast<api::ClaimStore*>(store), next,
                                 profile_named(request.profile));
  api::Request http{"POST", "/orders", {}, text(request.body)};
  if (request.key.bytes > 0) {
    http.headers.push_back({std::string(api::key_header), text(request.key)});
  }
  detail::last_reading_ms = detail::no_reading;
  try {
    fill(handler.answer(http), answer);
  } catch (const std::runtime_error&) {
    answer.outcome = ApiOutcome::threw;
  }
  answer.clock_was_read = detail::last_reading_ms != detail::no_reading;
  answer.at_ms = answer.clock_was_read ? detail::last_reading_ms : 0;
}

ApiProfileFacts api_profile_facts(const char* name) {
  const api::Profile& profile = profile_named(name);
  return {.lease_ms = profile.lease ? profile.lease->count() : -1,
          .covers_every_method = profile.methods.empty(),
          .checks_keys = profile.key_grammar == api::KeyGrammar::printable_ascii,
          .query_counts = profile.target == api::TargetPart::path_and_query,
          .replayed_headers = profile.replayed_headers.size(),
          .answers_problem_json = profile.problem_form == api::ProblemForm::problem_json,
          .marks_replays_only = profile.removes_marker_of_handler};
}

}  // namespace oncelab::properties
