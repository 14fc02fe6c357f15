#include <algorithm>
#include <array>
#include <string_view>

#include <oncelab/core/lab/history/jepsen_shapes.hpp>

namespace oncelab::history {
namespace {

/// Operations that are called without a value.
constexpr std::array<std::string_view, 12> without_input{"read",    "r",    "get",    "dequeue",
                                                         "deq",     "pop",  "drain",  "acquire",
                                                         "release", "lock", "unlock", "take"};

bool is_key(const Value& value) { return value.is_integer() || value.is_symbol(); }

}  // namespace

std::optional<std::pair<Value, Value>> key_and_value(const History& history, const Value& value) {
  if (value.is_pair()) {
    return std::pair(Value::integer(value.first), Value::integer(value.second));
  }
  if (!value.is_list() || history.items(value).size() != 2) {
    return std::nullopt;
  }
  return std::pair(history.items(value)[0], history.items(value)[1]);
}

KeyShape key_shape(const History& history, const Operation& operation) {
  const auto input = key_and_value(history, operation.input);
  if (!input || !operation.key.is_nil() || !is_key(input->first)) {
    return KeyShape::none;
  }
  const std::string_view f = history.text(operation.f);
  const bool takes_no_value = std::ranges::find(without_input, f) != without_input.end();
  return (takes_no_value && input->second.is_nil()) ||
                 (f == "cas" && key_and_value(history, input->second))
             ? KeyShape::certain
             : KeyShape::possible;
}

bool has_independent_keys(const History& history) {
  bool certain = false;
  for (const Operation& operation : history.operations()) {
    const KeyShape shape = key_shape(history, operation);
    if (shape == KeyShape::none) {
      return false;
    }
    if (operation.outcome == Outcome::ok) {
      const auto output = key_and_value(history, operation.output);
      if (!output || !(output->first == key_and_value(history, operation.input)->first)) {
        return false;
      }
    }
    certain = certain || shape == KeyShape::certain;
  }
  return certain;
}

void unwrap_independent_keys(History& history) {
  for (std::uint32_t i = 0; i < history.operations().size(); ++i) {
    const Operation& operation = history.operation(OperationIndex{i});
    const auto [key, input] = *key_and_value(history, operation.input);
    const Value output = operation.outcome == Outcome::ok
                             ? key_and_value(history, operation.output)->second
                             : Value::nil();
    history.revise(OperationIndex{i}, key, input, output);
  }
}

}  // namespace oncelab::history
