#include <algorithm>
#include <iterator>
#include <oncelab/core/layers/api/idempotent_handler.hpp>
#include <oncelab/core/layers/api/key_header.hpp>
#include <utility>

namespace oncelab::api {

namespace {

constexpr int first_server_error = 500;

Millis shorter(Millis time, const Lease& lease) {
  return lease.has_value() ? std::min(time, *lease) : time;
}

}  // namespace

std::string global_scope(const Request&) { return {}; }

IdempotentHandler::IdempotentHandler(ClaimStore& claims, Handler& next, const Profile& profile,
                                     ScopeOf scope_of)
    : claims_(claims), next_(next), profile_(profile), scope_of_(std::move(scope_of)) {}

Response IdempotentHandler::handle(const Request& request) { return answer(request).response; }

Answer IdempotentHandler::answer(const Request& request) {
  if (!profile_.covers(request.method)) {
    return pass_through(request);
  }
  const KeyReading reading = read_key(request, profile_.key_grammar);
  if (const auto* problem = std::get_if<Problem>(&reading)) {
    return refuse(*problem);
  }
  if (const auto* key = std::get_if<std::string_view>(&reading)) {
    return answer_keyed(request, *key);
  }
  return pass_through(request);
}

Answer IdempotentHandler::pass_through(const Request& request) {
  return {AnswerKind::passed_through, run(request), std::nullopt, std::nullopt};
}

Answer IdempotentHandler::answer_keyed(const Request& request, std::string_view key) {
  const ClaimKey claim_key(scope_of_(request), key);
  BeginResult begun = claims_.begin(claim_key, fingerprint_of(request, profile_), profile_.lease);
  if (const auto* started = std::get_if<Started>(&begun)) {
    return execute(request, claim_key, started->owner);
  }
  if (auto* replayed = std::get_if<Replay>(&begun)) {
    return replay(std::move(replayed->response));
  }
  if (const auto* in_flight = std::get_if<InFlight>(&begun)) {
    return refuse(Problem::in_flight, shorter(in_flight->retry_after, profile_.lease));
  }
  if (std::holds_alternative<Mismatch>(begun)) {
    return refuse(Problem::key_reused);
  }
  return refuse(Problem::store_unavailable);
}

Answer IdempotentHandler::execute(const Request& request, const ClaimKey& key, OwnerToken owner) {
  Response response = run_or_release(request, key, owner);
  const EndResult stored = response.status >= first_server_error
                               ? claims_.release(key, owner)
                               : claims_.finish(key, owner, to_be_stored(response));
  return {AnswerKind::executed, std::move(response), std::nullopt, stored};
}

Answer IdempotentHandler::replay(Response stored) const {
  stored.headers.push_back({std::string(replay_marker), "true"});
  return {AnswerKind::replayed, std::move(stored), std::nullopt, std::nullopt};
}

Answer IdempotentHandler::refuse(Problem problem, Millis retry_after) const {
  return {AnswerKind::refused, response_to(problem, profile_.problem_form, retry_after), problem,
          std::nullopt};
}

Response IdempotentHandler::run(const Request& request) {
  Response response = next_.handle(request);
  if (profile_.removes_marker_of_handler) {
    std::erase_if(response.headers, [](const Header& header) {
      return same_header_name(header.name, replay_marker);
    });
  }
  return response;
}

Response IdempotentHandler::run_or_release(const Request& request, const ClaimKey& key,
                                           OwnerToken owner) {
  try {
    return run(request);
  } catch (...) {
    // Whether the claim was still held makes no difference to the caller of a failed handler.
    static_cast<void>(claims_.release(key, owner));
    throw;
  }
}

Response IdempotentHandler::to_be_stored(const Response& response) const {
  Response stored{.status = response.status, .headers = {}, .body = response.body};
  std::ranges::copy_if(
      response.headers, std::back_inserter(stored.headers),
      [this](const Header& header) { return profile_.replays_header(header.name); });
  return stored;
}

}  // namespace oncelab::api
