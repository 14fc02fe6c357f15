#include <oncelab/models/api_request.hpp>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::models {

static_assert(check::Model<ApiRequest>);

void ApiRequest::bind(const history::History& history) {
  request_ = symbol_or_none(history, "request");
  executed_ = symbol_or_none(history, "executed");
  failed_ = symbol_or_none(history, "failed");
  threw_ = symbol_or_none(history, "threw");
  lost_ = symbol_or_none(history, "lost");
  lost_failure_ = symbol_or_none(history, "lost_failure");
  replayed_ = symbol_or_none(history, "replayed");
  key_reused_ = symbol_or_none(history, "key_reused");
  in_flight_ = symbol_or_none(history, "in_flight");
}

bool ApiRequest::compile(const history::History& history, history::OperationIndex index, bool known,
                         Op& op) const {
  const history::Operation& operation = history.operations()[raw(index)];
  op = {};
  op.owner = raw(index);
  op.key = operation.key;
  op.has_key = !operation.key.is_nil();
  return operation.f == request_ && read_terms(history, operation.input, op.terms) &&
         (!known || read_answer(history, operation.output, op));
}

bool ApiRequest::read_answer(const history::History& history, const history::Value& output,
                             Op& op) const {
  struct Form {
    history::Symbol word;
    Answer answer;
    bool has_response;
    bool may_have_time;
  };
  const Form forms[] = {
      {executed_, Answer::executed, true, true},
      {failed_, Answer::failed, false, true},
      {threw_, Answer::threw, false, true},
      {lost_, Answer::lost, true, true},
      {lost_failure_, Answer::lost_failure, false, true},
      {replayed_, Answer::replayed, true, false},
      {key_reused_, Answer::key_reused, false, false},
      {in_flight_, Answer::in_flight, false, true},
  };
  const Parts parts = parts_of(history, output);
  for (const Form& form : forms) {
    if (!parts.begin_with(form.word)) {
      continue;
    }
    const std::size_t needed = form.has_response ? 2 : 1;
    if (parts.size < needed || parts.size > needed + (form.may_have_time ? 1 : 0)) {
      return false;
    }
    op.answer = form.answer;
    op.response = form.has_response ? parts.items[1] : history::Value{};
    return read_optional(parts, needed, op.terms.at_ms);
  }
  return false;
}

std::string ApiRequest::state_text(const history::History& history, const State& state) const {
  const bool is_claimed = state.phase == State::Phase::claimed;
  const auto holder = static_cast<std::size_t>(state.last_owner.value_or(0));
  return claim_text(history, state,
                    is_claimed ? to_text(history, history.operations()[holder].client) : "");
}

std::string ApiRequest::answer_text(const history::History& history, const Op& op) {
  const std::string response = to_text(history, op.response);
  const std::string request = to_text(history, history::Value::symbol(op.terms.fingerprint));
  switch (op.answer) {
    case Answer::executed:
      return "executed " + request + at_text(op.terms) + " with " + response;
    case Answer::failed:
      return "executed " + request + at_text(op.terms) + " and failed";
    case Answer::threw:
      return "executed " + request + at_text(op.terms) + " and threw";
    case Answer::lost:
      return "executed " + request + at_text(op.terms) + " with " + response +
             " and lost its claim";
    case Answer::lost_failure:
      return "executed " + request + at_text(op.terms) + ", failed and lost its claim";
    case Answer::replayed:
      return "replayed " + response + " to " + request;
    case Answer::key_reused:
      return "answered key_reused to " + request;
    case Answer::in_flight:
      return "answered in_flight to " + request + at_text(op.terms);
    case Answer::unknown:
      break;
  }
  return "executed " + request;
}

std::string ApiRequest::objection(const history::History& history, const State& state, const Op& op,
                                  unsigned point) const {
  const std::string answered = answer_text(history, op) + ", but ";
  if (!op.has_key) {
    return answered + "a request without a key has nothing to do with others";
  }
  const std::string held = "key " + to_text(history, op.key) + " was " + state_text(history, state);
  if (point == 0) {
    return answered + held;
  }
  const bool should_be_gone = op.answer == Answer::lost || op.answer == Answer::lost_failure;
  return answered + (should_be_gone ? "nobody had taken it over: " : "its claim was gone: ") + held;
}

}  // namespace oncelab::models
