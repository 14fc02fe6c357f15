#include <oncelab/properties/scenarios/api/claims_experiment.hpp>

#include <algorithm>
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
  repeated_ = add_limit(
      "a second effect for one key, after a lease ended or a crash: effects live outside of the "
      "store");
  in_flight_goal_ = add_goal("a request that met a claim in flight",
                             program_.is_one_request_of_several_clients());
}

void ClaimsExperiment::make() {
  begin_run();
  store_ = sut_.make(&ports_);
}

void ClaimsExperiment::begin_run() {
  granted_.clear();
  saw_replay_ = saw_in_flight_ = false;
  stuck_.clear();
}

bool ClaimsExperiment::perform(ClientId id, std::size_t operation) {
  const PreparedRequest& request =
      program_.at(ClientId{static_cast<std::uint32_t>(client_of(id))}, operation);
  if (request.is_wait) {
    sleep_ms(past_the_lease_ms);
    return true;
  }
  BeginAnswer answer{};
  if (!begin(id, {begin_, request.key, request.input})) {
    return false;
  }
  claims_begin(store_, {text_of(request.key_text), text_of(request.words.body), lease_ms}, answer);
  if (answer.outcome == BeginOutcome::unavailable) {
    end_in_doubt(id);
    return true;  // and asks no more
  }
  if (answer.outcome == BeginOutcome::started) {
    granted_.push_back({request.key, answer.owner, &request, false, false, false});
  }
  const std::size_t granted = granted_.size() - 1;
  if (!end(id, begin_output(answer))) {
    return false;
  }
  saw_replay_ |= answer.outcome == BeginOutcome::replay;
  saw_in_flight_ |= answer.outcome == BeginOutcome::in_flight;
  if (answer.outcome == BeginOutcome::started) {
    granted_[granted].told = true;
    execute(id, request, granted);
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

void ClaimsExperiment::execute(ClientId id, const PreparedRequest& request, std::size_t granted) {
  const std::uint64_t owner = granted_[granted].owner;
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
    if (!begin(id, {finish_, request.key, finish_input(token, request)})) {
      return;
    }
    outcome =
        claims_finish(store_, text_of(request.key_text), owner, text_of(request.response_text));
  } else {
    if (!begin(id, {release_, request.key, token})) {
      return;
    }
    outcome = claims_release(store_, text_of(request.key_text), owner);
  }
  if (outcome == EndOutcome::unavailable) {
    end_in_doubt(id);
    return;
  }
  granted_[granted].ended = true;
  (void)end(id, outcome == EndOutcome::ok ? ok_ : lost_claim_);
}

Value ClaimsExperiment::finish_input(const Value& token, const PreparedRequest& request) {
  const std::array<Value, 2> input = {token, symbol(request.response_text)};
  return recorder().list(input);
}

// Whatever happened: once its lease is over, and nothing goes wrong any more, a claim that nobody
// ended is no obstacle.
void ClaimsExperiment::look_in_the_end() {
  bool slept = false;
  for (std::size_t i = 0; i < granted_.size(); ++i) {
    const Granted claim = granted_[i];
    const bool is_served =
        std::any_of(granted_.begin(), granted_.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const Granted& g) { return g.key == claim.key && g.served; });
    if (claim.ended || is_served) {
      continue;
    }
    if (!slept) {
      sleep_ms(past_the_lease_ms);
      slept = true;
    }
    BeginAnswer answer{};
    claims_begin(store_,
                 {text_of(claim.request->key_text), text_of(claim.request->words.body), lease_ms},
                 answer);
    record({begin_, claim.key, claim.request->input}, begin_output(answer));
    // A mismatch: the key is another request's by now, which is no obstacle to that one.
    granted_[i].served =
        answer.outcome == BeginOutcome::started || answer.outcome == BeginOutcome::replay;
    if (!granted_[i].served && answer.outcome != BeginOutcome::mismatch) {
      stuck_ = "a request was not served when the lease of the claim before it was over: key " +
               std::string(text_of(claim.request->key_text).data, claim.request->key_text.size());
      return;
    }
  }
}

std::optional<scenario::Failure> ClaimsExperiment::judge_effects() {
  if (!stuck_.empty()) {
    return scenario::Failure{"keys become usable again", stuck_};
  }
  const bool may_repeat = program_.time_passes() || clock_stepped() || crashed();
  bool repeats = false;
  for (std::size_t i = 0; i < granted_.size(); ++i) {
    const std::string key(history().text(history::Symbol{granted_[i].key.index}));
    const std::uint32_t times = ledger().count(effect_, granted_[i].key);
    repeats |= times > 1;
    if (times > 1 && !may_repeat) {
      return scenario::Failure{"one effect per key", "key " + key + " had its effect " +
                                                         std::to_string(times) +
                                                         " times, though no lease ended"};
    }
    for (std::size_t j = 0; j < i; ++j) {
      // What nobody was told of, because a crash or the network came before, may be given again.
      if (granted_[i].told && granted_[j].told && granted_[i].key == granted_[j].key &&
          granted_[i].owner == granted_[j].owner) {
        return scenario::Failure{
            "one token per claim",
            "two claims on key " + key + " have the token " + std::to_string(granted_[i].owner)};
      }
    }
  }
  if (repeats) {
    reach(repeated_);
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
