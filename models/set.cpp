#include <oncelab/models/set.hpp>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::models {

static_assert(check::Model<Set>);

bool Set::compile(const history::History& history, history::OperationIndex index, bool known,
                  Op& op) const {
  const history::Operation& operation = history.operations()[raw(index)];
  op.member = partition(operation);
  const auto action = words_.action(operation, op.member, known);
  op.action = action.value_or(SetAction{});
  // A key and a value: a set per key, whose members are not told apart here.
  return action && !op.member.is_nil() && (operation.key.is_nil() || operation.input.is_nil());
}

check::Monitored Set::monitor(const State& initial,
                              std::span<const check::Interval<Op>> intervals) const {
  if (initial) {
    return check::Monitored::not_applicable;
  }
  monitor_.begin();
  for (const check::Interval<Op>& i : intervals) {
    if (!i.op.action.tell(monitor_, {i.call, i.ret}, i.known)) {
      return check::Monitored::not_applicable;
    }
  }
  return monitor_.decide();
}

std::string Set::state_text(const history::History&, State state) const {
  return state ? "in the set" : "not in the set";
}

std::string Set::objection(const history::History& history, State state, const Op& op,
                           unsigned) const {
  return op.action.objection(to_text(history, op.member), state);
}

}  // namespace oncelab::models
