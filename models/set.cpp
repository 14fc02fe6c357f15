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

check::Monitored Set::monitor(const State& initial,
                              std::span<const check::Interval<Op>> intervals) const {
  monitor_.begin();
  bool applicable = !initial;
  for (const check::Interval<Op>& i : intervals) {
    const Stretch when{i.call, i.ret};
    if (changes_state(i.op)) {
      applicable &= i.op.kind == Kind::add
                        ? monitor_.add(when, i.known)
                        : monitor_.remove(when, i.known, i.op.answer == Answer::yes);
    } else if (i.op.answer != Answer::unknown) {
      // add answers whether it was absent, the others whether it was present.
      const bool saw = (i.op.kind == Kind::add) != (i.op.answer == Answer::yes);
      saw ? monitor_.saw(when) : monitor_.missed(when);
    }
    if (!applicable) {
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
  return "answered " + std::string(op.answer == Answer::yes ? "true" : "false") + ", but " +
         to_text(history, op.member) + (state ? " was in the set" : " was not in the set");
}

}  // namespace oncelab::models
