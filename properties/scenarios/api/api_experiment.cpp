#include <oncelab/properties/scenarios/api/api_experiment.hpp>

#include <array>
#include <utility>

namespace oncelab::properties {

using history::Value;

namespace {

constexpr int created = 201;
constexpr int server_error = 500;
constexpr std::uint32_t handler_place = 0;  // in the world
constexpr std::array handler_faults = {runtime::FaultKind::handler_error};

}  // namespace

ApiExperiment::ApiExperiment(const scenario::Sut& sut, std::string profile,
                             const scenario::Program& program,
                             std::unique_ptr<check::Checker> checker)
    : ContractExperiment(program, std::move(checker), "requests"),
      sut_(sut),
      profile_(std::move(profile)),
      program_(program, recorder(), api_profile_facts(profile_.c_str()).lease_ms),
      request_(recorder().intern("request")),
      effect_(recorder().intern("effect")) {
  const bool side_by_side = program_.is_one_request_of_several_clients();
  replayed_ = add_goal("a response that was replayed", program_.is_one_request());
  overlapped_ = add_goal("two requests with one key in progress at the same time", side_by_side);
  in_flight_ = add_goal("a request that met a claim in flight", side_by_side);
}

void ApiExperiment::make() {
  wrong_answer_.clear();
  saw_replay_ = saw_in_flight_ = false;
  store_ = sut_.make(&ports_);
}

bool ApiExperiment::perform(ClientId id, std::size_t operation) {
  const PreparedRequest& request =
      program_.at(ClientId{static_cast<std::uint32_t>(client_of(id))}, operation);
  if (request.is_wait) {
    sleep_ms(past_the_lease_ms);
    return true;
  }
  HandlerContext context{this, id, &request};
  ApiAnswer answer{};
  if (!begin(id, {request_, request.key, request.input})) {
    return false;
  }
  api_request(store_,
              {profile_.c_str(), text_of(request.key_text), text_of(request.words.body),
               text_of(request.response_text)},
              {handle, &context}, answer);
  look_at(answer);
  return end(id, output_of(answer));
}

int ApiExperiment::handle(void* raw_context) {
  const auto& [experiment, client, request] = *static_cast<HandlerContext*>(raw_context);
  if (runtime::fault_point(handler_place, handler_faults) != 0) {
    return server_error;
  }
  switch (request->words.mode) {
    case HandlerMode::fails:
      return server_error;
    case HandlerMode::throws:
      return -1;
    case HandlerMode::is_slow:
      sleep_ms(past_the_lease_ms);
      break;
    case HandlerMode::succeeds:
    case HandlerMode::dies:
      break;
  }
  experiment->effect(client, experiment->effect_, request->key);
  return created;
}

Value ApiExperiment::output_of(const ApiAnswer& answer) {
  std::vector<Value> output;
  const bool lost = answer.stored == EndOutcome::lost_claim;
  const auto body = [&] {
    return answer.body_fits ? symbol({answer.body, answer.body_bytes})
                            : symbol("a body that nobody sent");
  };
  switch (answer.outcome) {
    case ApiOutcome::executed:
      if (answer.status >= server_error) {
        output = {symbol(lost ? "lost_failure" : "failed")};
      } else {
        output = {symbol(lost ? "lost" : "executed"), body()};
      }
      break;
    case ApiOutcome::threw:
      output = {symbol("threw")};
      break;
    case ApiOutcome::in_flight:
      output = {symbol("in_flight")};
      break;
    case ApiOutcome::replayed:
      output = {symbol("replayed"), body()};
      return recorder().list(output);
    case ApiOutcome::key_reused:
      return symbol("key_reused");
    case ApiOutcome::refused:
      return symbol("refused");
  }
  if (answer.clock_was_read) {
    output.push_back(Value::integer(answer.at_ms));
  }
  return output.size() == 1 ? output[0] : recorder().list(output);
}

void ApiExperiment::look_at(const ApiAnswer& answer) {
  const bool replayed = answer.outcome == ApiOutcome::replayed;
  saw_replay_ |= replayed;
  saw_in_flight_ |= answer.outcome == ApiOutcome::in_flight;
  if (answer.outcome == ApiOutcome::refused) {
    wrong_answer_ =
        "a well-formed request was refused with status " + std::to_string(answer.status);
  } else if (replayed && answer.status != created) {
    wrong_answer_ = "a response of status " + std::to_string(created) +
                    " was replayed with status " + std::to_string(answer.status);
  } else if (replayed != answer.has_marker) {
    wrong_answer_ =
        replayed ? "a replay has no marker" : "a response that is no replay has its marker";
  }
}

std::optional<scenario::Failure> ApiExperiment::judge_effects() {
  for (const world::Effect& effect : ledger().entries()) {
    const std::uint32_t times = ledger().count(effect_, effect.of);
    if (!effect.of.is_nil() && times > 1 && !program_.time_passes() && !clock_stepped()) {
      return scenario::Failure{
          "one effect per key",
          "key " + std::string(history().text(history::Symbol{effect.of.index})) +
              " had its effect " + std::to_string(times) + " times, though no lease ended"};
    }
  }
  if (!wrong_answer_.empty()) {
    return scenario::Failure{"faithful answers", wrong_answer_};
  }
  return std::nullopt;
}

void ApiExperiment::note_goals() {
  if (calls_overlapped()) {
    reach(overlapped_);
  }
  if (saw_replay_) {
    reach(replayed_);
  }
  if (saw_in_flight_) {
    reach(in_flight_);
  }
}

}  // namespace oncelab::properties
