#include <oncelab/models/inbox.hpp>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::models {

static_assert(check::Model<Inbox>);

namespace {

std::string_view text(Inbox::Answer answer) {
  switch (answer) {
    case Inbox::Answer::delivered:
      return "delivered";
    case Inbox::Answer::duplicate:
      return "duplicate";
    case Inbox::Answer::failed:
      return "failed";
    case Inbox::Answer::in_flight:
      return "in_flight";
    case Inbox::Answer::unknown:
      break;
  }
  return "nothing";
}

}  // namespace

void Inbox::bind(const history::History& history) {
  handle_ = symbol_or_none(history, "handle");
  delivered_ = symbol_or_none(history, "delivered");
  duplicate_ = symbol_or_none(history, "duplicate");
  failed_ = symbol_or_none(history, "failed");
  in_flight_ = symbol_or_none(history, "in_flight");
}

bool Inbox::compile(const history::History& history, history::OperationIndex index, bool known,
                    Op& op) const {
  const history::Operation& operation = history.operations()[raw(index)];
  op.owner = raw(index);
  op.message = operation.key;
  op.answer = Answer::unknown;
  if (operation.f != handle_) {
    return false;
  }
  if (!known) {
    return true;
  }
  if (operation.output.is_symbol(delivered_)) {
    op.answer = Answer::delivered;
  } else if (operation.output.is_symbol(duplicate_)) {
    op.answer = Answer::duplicate;
  } else if (operation.output.is_symbol(failed_)) {
    op.answer = Answer::failed;
  } else if (operation.output.is_symbol(in_flight_)) {
    op.answer = Answer::in_flight;
  } else {
    return false;
  }
  return true;
}

std::string Inbox::state_text(const history::History& history, const State& state) const {
  if (state.handled) {
    return "handled";
  }
  if (state.holder == nobody) {
    return "not handled";
  }
  const history::Operation& holder = history.operations()[state.holder];
  return "claimed by " + to_text(history, holder.client);
}

std::string Inbox::objection(const history::History& history, const State& state, const Op& op,
                             unsigned point) const {
  const std::string message = "message " + to_text(history, op.message);
  const std::string answered = "answered " + std::string(text(op.answer)) + ", but ";
  if (!claiming_ && op.answer == Answer::in_flight) {
    return answered + "this inbox waits for the one that is at it";
  }
  if (op.answer == Answer::in_flight) {
    return answered + "nobody else held the claim: " + message + " was " +
           state_text(history, state);
  }
  if (op.answer == Answer::duplicate) {
    return answered + message + " was " + state_text(history, state) +
           (state.handled ? "" : ", so this delivery is lost");
  }
  if (point == 1) {
    return answered + "its claim was gone: " + message + " was " + state_text(history, state);
  }
  return answered + message + " was already " + state_text(history, state);
}

}  // namespace oncelab::models
