#include <oncelab/models/mutex.hpp>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/models/bind.hpp>

namespace oncelab::models {

static_assert(check::Model<Mutex>);

void Mutex::bind(const history::History& history) {
  acquire_ = symbol_or_none(history, "acquire");
  lock_ = symbol_or_none(history, "lock");
  release_ = symbol_or_none(history, "release");
  unlock_ = symbol_or_none(history, "unlock");
  false_ = symbol_or_none(history, "false");
}

bool Mutex::compile(const history::History& history, history::OperationIndex index, bool known,
                    Op& op) const {
  const history::Operation& operation = history.operations()[raw(index)];
  op.acquires = operation.f == acquire_ || operation.f == lock_;
  op.refused = known && operation.output.is_symbol(false_);
  // Without owners, all that hold it are one: fewer states.
  op.client = has_owner_ ? oncelab::raw(operation.client) : 0;
  return op.acquires || operation.f == release_ || operation.f == unlock_;
}

std::string Mutex::state_text(const history::History& history, State state) const {
  if (state == nobody) {
    return "free";
  }
  return has_owner_ ? "held by " + to_text(history, ClientId{static_cast<std::uint32_t>(state)})
                    : "held";
}

std::string Mutex::objection(const history::History& history, State state, const Op& op,
                             unsigned) const {
  return std::string(op.refused    ? "was refused"
                     : op.acquires ? "acquired it"
                                   : "released it") +
         ", but it was " + state_text(history, state);
}

}  // namespace oncelab::models
