#include <oncelab/properties/scenarios/api/claims_experiment.hpp>

#include <array>
#include <utility>

namespace oncelab::properties {

using history::Value;

ClaimsExperiment::ClaimsExperiment(const scenario::Sut& sut, const scenario::Program& program,
                                   std::unique_ptr<check::Checker> checker)
    : ContractExperiment(program, std::move(checker), "calls"),
      sut_(sut),
      program_(program, recorder(), lease_ms),
      begin_(recorder().intern("begin")),
      finish_(recorder().intern("finish")),
      release_(recorder().intern("release")),
      effect_(recorder().intern("effect")),
      started_(symbol("started")),
      in_flight_(symbol("in_flight")),
      mismatch_(symbol("mismatch")),
      replay_(symbol("replay")),
      ok_(symbol("ok")),
      lost_claim_(symbol("lost_claim")),
      unavailable_(symbol("unavailable")) {
  replayed_ = add_goal("a request that was answered before", program_.is_one_request());
  in_flight_goal_ = add_goal("a request that met a claim in flight",
                             program_.is_one_request_of_several_clients());
}

void ClaimsExperiment::make() {
  granted_.clear();
  saw_replay_ = saw_in_flight_ = false;
  store_ = sut_.make(&ports_);
}

bool ClaimsExperiment::perform(ClientId id, std::size_t operation) {
  const PreparedRequest& request = program_.at(id, operation);
  if (request.is_wait) {
    sleep_ms(past_the_lease_ms);
    return true;
  }
  BeginAnswer answer{};
  (void)begin(id, {begin_, request.key, request.input});
  claims_begin(store_, {text_of(request.key_text), text_of(request.words.body), lease_ms}, answer);
  (void)end(id, begin_output(answer));
  saw_replay_ |= answer.outcome == BeginOutcome::replay;
  saw_in_flight_ |= answer.outcome == BeginOutcome::in_flight;
  if (answer.outcome == BeginOutcome::started) {
    granted_.push_back({request.key, answer.owner});
    execute(id, request, answer.owner);
  }
  return true;
}

Value ClaimsExperiment::begin_output(const BeginAnswer& answer) {
  const Value at = Value::integer(answer.at_ms);
  std::vector<Value> output;
  switch (answer.outcome) {
    case BeginOutcome::started:
      output = {started_, Value::integer(static_cast<std::int64_t>(answer.owner))};
      break;
    case BeginOutcome::in_flight:
      output = {in_flight_};
      break;
    case BeginOutcome::mismatch:
      return mismatch_;
    case BeginOutcome::replay:
      output = {replay_, answer.body_fits ? symbol({answer.body, answer.body_bytes})
                                          : symbol("a body that nobody sent")};
      return recorder().list(output);
    case BeginOutcome::unavailable:
      return unavailable_;
  }
  if (answer.clock_was_read) {
    output.push_back(at);
  }
  return output.size() == 1 ? output[0] : recorder().list(output);
}

void ClaimsExperiment::execute(ClientId id, const PreparedRequest& request, std::uint64_t owner) {
  if (request.words.mode == HandlerMode::is_slow) {
    sleep_ms(past_the_lease_ms);
  }
  const bool succeeds =
      request.words.mode != HandlerMode::fails && request.words.mode != HandlerMode::throws;
  if (succeeds) {
    effect(id, effect_, request.key);
  }
  if (request.words.mode == HandlerMode::dies) {
    return;
  }
  const auto token = Value::integer(static_cast<std::int64_t>(owner));
  EndOutcome outcome{};
  if (succeeds) {
    const std::array<Value, 2> input = {token, symbol(request.response_text)};
    (void)begin(id, {finish_, request.key, recorder().list(input)});
    outcome =
        claims_finish(store_, text_of(request.key_text), owner, text_of(request.response_text));
  } else {
    (void)begin(id, {release_, request.key, token});
    outcome = claims_release(store_, text_of(request.key_text), owner);
  }
  (void)end(id, outcome == EndOutcome::ok           ? ok_
                : outcome == EndOutcome::lost_claim ? lost_claim_
                                                    : unavailable_);
}

std::optional<scenario::Failure> ClaimsExperiment::judge_effects() {
  for (std::size_t i = 0; i < granted_.size(); ++i) {
    const std::string key(history().text(history::Symbol{granted_[i].key.index}));
    const std::uint32_t times = ledger().count(effect_, granted_[i].key);
    if (times > 1 && !program_.time_passes() && !clock_stepped()) {
      return scenario::Failure{"one effect per key", "key " + key + " had its effect " +
                                                         std::to_string(times) +
                                                         " times, though no lease ended"};
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (granted_[i].key == granted_[j].key && granted_[i].owner == granted_[j].owner) {
        return scenario::Failure{
            "one token per claim",
            "two claims on key " + key + " have the token " + std::to_string(granted_[i].owner)};
      }
    }
  }
  return std::nullopt;
}

void ClaimsExperiment::note_goals() {
  if (saw_replay_) {
    reach(replayed_);
  }
  if (saw_in_flight_) {
    reach(in_flight_goal_);
  }
}

}  // namespace oncelab::properties
