#include <oncelab/models/register.hpp>

#include <map>
#include <utility>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/history/whole_integer.hpp>
#include <oncelab/models/bind.hpp>

namespace oncelab::models {

static_assert(check::Model<Register>);

Register::Register(RegisterOptions options) : options_(std::move(options)) {}

std::string_view Register::name() const { return options_.cas ? "cas-register" : "register"; }

std::string_view Register::vocabulary() const {
  return options_.cas ? "read; write VALUE; cas [FROM,TO]" : "read; write VALUE";
}

void Register::bind(const history::History& history) {
  read_ = symbol_or_none(history, "read");
  write_ = symbol_or_none(history, "write");
  cas_ = symbol_or_none(history, "cas");
  false_ = symbol_or_none(history, "false");
  true_ = symbol_or_none(history, "true");
  init_is_foreign_ = false;
  if (options_.init == "nil") {
    init_ = history::Value::nil();
  } else if (const auto number = history::whole_integer(options_.init)) {
    init_ = history::Value::integer(*number);
  } else {
    init_ = history::Value::symbol(symbol_or_none(history, options_.init));
    init_is_foreign_ = !history.find_symbol(options_.init);
  }
}

bool Register::compile(const history::History& history, history::OperationIndex index, bool known,
                       Op& op) const {
  const history::Operation& operation = history.operations()[raw(index)];
  if (operation.f == read_) {
    const bool anything = !known || (operation.output.is_nil() && !options_.nil_is_absent);
    op = {anything ? Kind::read_anything : Kind::read, operation.output, {}};
    return true;
  }
  if (operation.f == write_) {
    op = {Kind::write, operation.input, {}};
    return true;
  }
  if (!options_.cas || operation.f != cas_) {
    return false;
  }
  op.kind = known && operation.output.is_symbol(false_) ? Kind::cas_refused : Kind::cas;
  if (known && op.kind == Kind::cas && !operation.output.is_symbol(true_) &&
      !operation.output.is_nil() && !(operation.output == operation.input)) {
    return false;
  }
  if (operation.input.is_pair()) {
    op.a = history::Value::integer(operation.input.first);
    op.b = history::Value::integer(operation.input.second);
    return true;
  }
  if (!operation.input.is_list() || history.items(operation.input).size() != 2) {
    return false;
  }
  op.a = history.items(operation.input)[0];
  op.b = history.items(operation.input)[1];
  return true;
}

void Register::look_ahead(std::span<const check::Interval<Op>> intervals,
                          check::Sources& sources) const {
  std::map<history::Value, std::uint32_t> class_of;  // by the value that is left
  for (const check::Interval<Op>& interval : intervals) {
    if (changes_state(interval.op)) {
      const history::Value& left = interval.op.kind == Kind::write ? interval.op.a : interval.op.b;
      const auto [known, is_new] = class_of.try_emplace(left, 0);
      if (is_new) {
        known->second = sources.new_class();
      }
      sources.supplies(interval.operation, known->second);
    }
  }
  for (const check::Interval<Op>& interval : intervals) {
    if (interval.known && (interval.op.kind == Kind::read || interval.op.kind == Kind::cas)) {
      sources.demand(interval.operation);
      if (const auto known = class_of.find(interval.op.a); known != class_of.end()) {
        sources.needs(interval.operation, known->second);
      }
    }
  }
}

check::Monitored Register::monitor(const State& initial,
                                   std::span<const check::Interval<Op>> intervals) const {
  monitor_.begin(initial, (options_.cas ? 2 : 1) * intervals.size() + 1);
  for (const check::Interval<Op>& i : intervals) {
    const Stretch when{i.call, i.ret};
    bool applicable = true;
    switch (i.op.kind) {
      case Kind::read:
        applicable = monitor_.read(i.op.a, when);
        break;
      case Kind::read_anything:
        break;
      case Kind::write:
        applicable = monitor_.write(i.op.a, when, i.known);
        break;
      case Kind::cas:
        applicable = monitor_.cas(i.op.a, i.op.b, when, i.known);
        break;
      case Kind::cas_refused:
        applicable = monitor_.refused(i.op.a);
        break;
    }
    if (!applicable) {
      return check::Monitored::not_applicable;
    }
  }
  return monitor_.decide();
}

std::string Register::value_text(const history::History& history, const State& state) const {
  return init_is_foreign_ && state == init_ ? history::printable(options_.init)
                                            : to_text(history, state);
}

std::string Register::state_text(const history::History& history, const State& state) const {
  return "the register holds " + value_text(history, state);
}

std::string Register::objection(const history::History& history, const State& state, const Op& op,
                                unsigned) const {
  std::string held = "the register held " + value_text(history, state);
  switch (op.kind) {
    case Kind::read:
      return "read " + to_text(history, op.a) + ", but " + held;
    case Kind::cas:
      return "replaced " + to_text(history, op.a) + " by " + to_text(history, op.b) + ", but " +
             held;
    case Kind::cas_refused:
      return "found something other than " + to_text(history, op.a) + ", but " + held;
    case Kind::read_anything:
    case Kind::write:
      break;
  }
  return held;
}

}  // namespace oncelab::models
