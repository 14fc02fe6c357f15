#include <oncelab/models/key_value.hpp>

#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/models/bind.hpp>

namespace oncelab::models {

static_assert(check::Model<KeyValue> && check::HasLookAhead<KeyValue>);

namespace {

std::optional<std::string> text_of(const history::History& history, const history::Value& value) {
  if (value.is_nil()) {
    return std::string();
  }
  if (value.is_integer()) {
    return std::to_string(value.first);
  }
  if (value.is_symbol()) {
    return std::string(history.text(history::Symbol{value.index}));
  }
  return std::nullopt;
}

}  // namespace

std::uint64_t KeyValue::TextHash::operator()(std::span<const char> text) const {
  return std::hash<std::string_view>()({text.data(), text.size()});
}

void KeyValue::bind(const history::History& history) {
  get_ = symbol_or_none(history, "get");
  put_ = symbol_or_none(history, "put");
  append_ = symbol_or_none(history, "append");
  texts_.clear();
}

bool KeyValue::compile(const history::History& history, history::OperationIndex index, bool known,
                       Op& op) const {
  const history::Operation& operation = history.operations()[raw(index)];
  if (operation.f == get_ && !known) {
    op.kind = Kind::get_anything;
    return true;
  }
  if (operation.f != get_ && operation.f != put_ && operation.f != append_) {
    return false;
  }
  op.kind = operation.f == get_ ? Kind::get : operation.f == put_ ? Kind::put : Kind::append;
  const auto text = text_of(history, op.kind == Kind::get ? operation.output : operation.input);
  op.text = texts_.number_of(text.value_or(std::string()));
  return text.has_value();
}

bool KeyValue::apply(State& state, const Op& op, unsigned, unsigned) const {
  switch (op.kind) {
    case Kind::get:
      return state == op.text;
    case Kind::get_anything:
      return true;
    case Kind::put:
      state = op.text;
      return true;
    case Kind::append:
      break;
  }
  scratch_.assign(text(state)).append(text(op.text));
  state = texts_.number_of(scratch_);
  return true;
}

void KeyValue::look_ahead(std::span<const check::Interval<Op>> intervals,
                          check::Sources& sources) const {
  std::unordered_map<std::string_view, std::uint32_t> class_of;  // by text put
  std::set<std::size_t> lengths;                                 // of texts put
  for (const check::Interval<Op>& interval : intervals) {
    if (interval.op.kind == Kind::put) {
      const std::string_view text = this->text(interval.op.text);
      const auto [known, is_new] = class_of.try_emplace(text, 0);
      if (is_new) {
        known->second = sources.new_class();
        lengths.insert(text.size());
      }
      sources.supplies(interval.operation, known->second);
    }
  }
  for (const check::Interval<Op>& interval : intervals) {
    if (interval.op.kind != Kind::get) {
      continue;
    }
    sources.demand(interval.operation);
    const std::string_view text = this->text(interval.op.text);
    for (const std::size_t length : lengths) {
      const auto known =
          length <= text.size() ? class_of.find(text.substr(0, length)) : class_of.end();
      if (known != class_of.end()) {
        sources.needs(interval.operation, known->second);
      }
    }
  }
}

bool KeyValue::may_become(State state, const Op& demand) const {
  return text(demand.text).starts_with(text(state));
}

std::string KeyValue::shown(std::uint32_t number) const {
  constexpr std::size_t shown_max = 60;
  const std::string_view content = text(number);
  return content.size() <= shown_max
             ? "\"" + history::printable(content) + "\""
             : "\"..." + history::printable(content.substr(content.size() - shown_max)) + "\"";
}

std::string KeyValue::state_text(const history::History&, State state) const {
  return "the text is " + shown(state);
}

std::string KeyValue::objection(const history::History&, State state, const Op& op,
                                unsigned) const {
  return "got " + shown(op.text) + ", but the text was " + shown(state);
}

}  // namespace oncelab::models
