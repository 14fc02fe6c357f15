#include <oncelab/models/set.hpp>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/models/bind.hpp>

namespace oncelab::models {

static_assert(check::Model<Set>);

void Set::bind(const history::History& history) {
  add_ = symbol_or_none(history, "add");
  remove_ = symbol_or_none(history, "remove");
  contains_ = symbol_or_none(history, "contains");
  true_ = symbol_or_none(history, "true");
  false_ = symbol_or_none(history, "false");
}

bool Set::compile(const history::History& history, history::OperationIndex index, bool known,
                  Op& op) const {
  const history::Operation& operation = history.operations()[raw(index)];
  op.member = partition(operation);
  if (operation.f == add_) {
    op.kind = Kind::add;
  } else if (operation.f == remove_) {
    op.kind = Kind::remove;
  } else if (operation.f == contains_) {
    op.kind = Kind::contains;
  } else {
    return false;
  }
  op.answer = !known                               ? Answer::unknown
              : operation.output.is_symbol(true_)  ? Answer::yes
              : operation.output.is_symbol(false_) ? Answer::no
                                                   : Answer::unknown;
  // A key and a value: a set per key, whose members are not told apart here.
  const bool is_answer = !known || op.answer != Answer::unknown || operation.output.is_nil() ||
                         operation.output == op.member;
  return is_answer && !op.member.is_nil() && (operation.key.is_nil() || operation.input.is_nil());
}

std::string Set::state_text(const history::History&, State state) const {
  return state ? "in the set" : "not in the set";
}

std::string Set::objection(const history::History& history, State state, const Op& op,
                           unsigned) const {
  return "answered " + std::string(op.answer == Answer::yes ? "true" : "false") + ", but " +
         to_text(history, op.member) + (state ? " was in the set" : " was not in the set");
}

}  // namespace oncelab::models
