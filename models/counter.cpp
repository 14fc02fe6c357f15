#include <oncelab/models/counter.hpp>

#include <string>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/models/bind.hpp>

namespace oncelab::models {

static_assert(check::Model<Counter>);

std::string Counter::decimal(State number) {
  constexpr std::int64_t half = 1'000'000'000'000'000'000;
  constexpr std::size_t half_digits = 18;
  const auto high = static_cast<std::int64_t>(number / half);
  const auto low = static_cast<std::int64_t>(number % half);
  if (high == 0) {
    return std::to_string(low);
  }
  const std::string digits = std::to_string(low < 0 ? -low : low);
  return std::to_string(high) + std::string(half_digits - digits.size(), '0') + digits;
}

void Counter::bind(const history::History& history) {
  add_ = symbol_or_none(history, "add");
  inc_ = symbol_or_none(history, "inc");
  increment_ = symbol_or_none(history, "increment");
  read_ = symbol_or_none(history, "read");
}

bool Counter::compile(const history::History& history, history::OperationIndex index, bool known,
                      Op& op) const {
  const history::Operation& operation = history.operations()[raw(index)];
  if (operation.f == read_) {
    const bool says = known && !operation.output.is_nil();
    op = {says ? Kind::read : Kind::read_anything, operation.output.first};
    return !says || operation.output.is_integer();
  }
  if (operation.f != add_ && operation.f != inc_ && operation.f != increment_) {
    return false;
  }
  op = {Kind::add, operation.input.is_nil() ? 1 : operation.input.first};
  return operation.input.is_nil() || operation.input.is_integer();
}

}  // namespace oncelab::models
