#include <oncelab/models/set_words.hpp>

#include <oncelab/models/bind.hpp>

namespace oncelab::models {

bool SetAction::tell(SetMonitor& monitor, const Stretch& when, bool is_known) const {
  if (changes_state()) {
    return kind == Kind::add ? monitor.add(when, is_known)
                             : monitor.remove(when, is_known, answer == Answer::yes);
  }
  if (answer != Answer::unknown) {
    saw() ? monitor.saw(when) : monitor.missed(when);
  }
  return true;
}

std::string SetAction::objection(const std::string& member, bool is_in) const {
  return std::string(answer == Answer::yes ? "answered true, but " : "answered false, but ") +
         member + (is_in ? " was in the set" : " was not in the set");
}

void SetWords::bind(const history::History& history) {
  add_ = symbol_or_none(history, "add");
  remove_ = symbol_or_none(history, "remove");
  contains_ = symbol_or_none(history, "contains");
  true_ = symbol_or_none(history, "true");
  false_ = symbol_or_none(history, "false");
}

std::optional<SetAction> SetWords::action(const history::Operation& operation,
                                          const history::Value& member, bool known) const {
  using Kind = SetAction::Kind;
  using Answer = SetAction::Answer;
  if (operation.f != add_ && operation.f != remove_ && operation.f != contains_) {
    return std::nullopt;
  }
  const Kind kind = operation.f == add_      ? Kind::add
                    : operation.f == remove_ ? Kind::remove
                                             : Kind::contains;
  if (known && operation.output.is_symbol(true_)) {
    return SetAction{kind, Answer::yes};
  }
  if (known && operation.output.is_symbol(false_)) {
    return SetAction{kind, Answer::no};
  }
  const bool is_answer = !known || operation.output.is_nil() || operation.output == member;
  return is_answer ? std::optional(SetAction{kind, Answer::unknown}) : std::nullopt;
}

}  // namespace oncelab::models
