#include <oncelab/models/claim_store.hpp>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::models {

static_assert(check::Model<ClaimStore>);

void ClaimStore::bind(const history::History& history) {
  begin_ = symbol_or_none(history, "begin");
  finish_ = symbol_or_none(history, "finish");
  release_ = symbol_or_none(history, "release");
  started_ = symbol_or_none(history, "started");
  in_flight_ = symbol_or_none(history, "in_flight");
  mismatch_ = symbol_or_none(history, "mismatch");
  replay_ = symbol_or_none(history, "replay");
  ok_ = symbol_or_none(history, "ok");
  lost_claim_ = symbol_or_none(history, "lost_claim");
}

bool ClaimStore::compile(const history::History& history, history::OperationIndex index, bool known,
                         Op& op) const {
  const history::Operation& operation = history.operations()[raw(index)];
  op = {};
  op.key = operation.key;
  return operation.f == begin_ ? compile_begin(history, operation, known, op)
                               : compile_end(history, operation, known, op);
}

bool ClaimStore::compile_begin(const history::History& history, const history::Operation& operation,
                               bool known, Op& op) const {
  if (!read_terms(history, operation.input, op.terms)) {
    return false;
  }
  if (!known) {
    op.kind = Kind::started_unseen;
    return true;
  }
  const Parts answer = parts_of(history, operation.output);
  if (answer.begin_with(started_)) {
    op.kind = Kind::started;
    op.owner = answer.items[1].first;
    return answer.size <= 3 && answer.items[1].is_integer() &&
           read_optional(answer, 2, op.terms.at_ms);
  }
  if (answer.begin_with(in_flight_)) {
    op.kind = Kind::in_flight;
    return answer.size <= 2 && read_optional(answer, 1, op.terms.at_ms);
  }
  if (answer.begin_with(replay_)) {
    op.kind = Kind::replay;
    op.response = answer.items[1];
    return answer.size == 2;
  }
  op.kind = Kind::mismatch;
  return answer.size == 1 && answer.begin_with(mismatch_);
}

bool ClaimStore::compile_end(const history::History& history, const history::Operation& operation,
                             bool known, Op& op) const {
  const bool finishes = operation.f == finish_;
  const Parts input = parts_of(history, operation.input);
  if ((!finishes && operation.f != release_) || input.size != (finishes ? 2U : 1U) ||
      !input.items[0].is_integer()) {
    return false;
  }
  op.kind = finishes ? Kind::finished : Kind::released;
  op.owner = input.items[0].first;
  op.response = input.items[1];
  if (known && operation.output.is_symbol(lost_claim_)) {
    op.kind = Kind::lost;
    return true;
  }
  return !known || operation.output.is_symbol(ok_);
}

std::string ClaimStore::state_text(const history::History& history, const State& state) const {
  return claim_text(history, state, "owner " + std::to_string(state.last_owner.value_or(0)));
}

std::string ClaimStore::objection(const history::History& history, const State& state, const Op& op,
                                  unsigned) const {
  const std::string held =
      ", but key " + to_text(history, op.key) + " was " + state_text(history, state);
  const std::string owner = "owner " + std::to_string(op.owner);
  const std::string request =
      op.terms.fingerprint == no_symbol
          ? ""
          : to_text(history, history::Value::symbol(op.terms.fingerprint)) + at_text(op.terms);
  switch (op.kind) {
    case Kind::started:
      if (may_start(state, op.terms)) {
        return "started " + request + " as " + owner + ", but the claim before had the same owner";
      }
      return "started " + request + held;
    case Kind::in_flight:
      return "answered in_flight to " + request + held;
    case Kind::mismatch:
      return "answered mismatch to " + request + held;
    case Kind::replay:
      return "replayed " + to_text(history, op.response) + " to " + request + held;
    case Kind::finished:
      return "let " + owner + " finish" + held;
    case Kind::released:
      return "let " + owner + " release the key" + held;
    case Kind::lost:
      return "told " + owner + " that its claim was lost" + held;
    case Kind::started_unseen:
      break;
  }
  return "could not start" + held;
}

}  // namespace oncelab::models
