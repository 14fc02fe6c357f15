#include <oncelab/models/order.hpp>

#include <algorithm>
#include <iterator>

#include <oncelab/core/lab/check/model.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::models {

static_assert(check::Model<Order>);

namespace {

constexpr std::string_view answer_words[] = {
    "applied",       "already_applied", "conflict",        "amount_mismatch",
    "invalid_state", "invalid_payment", "order_not_found", "contended",
};

/// The different orders of a history as they first appear, up to and without `last`; no more of
/// them than the model has room for.
struct Orders {
  std::array<history::Value, Order::orders_max> names{};
  std::size_t count = 0;

  Orders(const history::History& history, const history::Value* last) {
    for (const history::Operation& operation : history.operations()) {
      const bool is_last = last != nullptr && operation.key == *last;
      if (is_last || count == names.size()) {
        return;
      }
      const auto end = names.begin() + static_cast<std::ptrdiff_t>(count);
      if (std::find(names.begin(), end, operation.key) == end) {
        names[count++] = operation.key;
      }
    }
  }
};

}  // namespace

void Order::bind(const history::History& history) {
  empty_ = symbol_or_none(history, "");
  reserve_ = symbol_or_none(history, "reserve");
  mark_paid_ = symbol_or_none(history, "mark_paid");
  read_ = symbol_or_none(history, "read");
  ok_ = symbol_or_none(history, "ok");
  reserved_ = symbol_or_none(history, "INVENTORY_RESERVED");
  paid_ = symbol_or_none(history, "PAID");
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    answers_[i] = symbol_or_none(history, answer_words[i]);
  }
}

bool Order::compile(const history::History& history, history::OperationIndex index, bool known,
                    Op& op) const {
  const history::Operation& operation = history.operations()[raw(index)];
  const std::size_t number = Orders(history, &operation.key).count;
  op = {};
  op.key = operation.key;
  op.order = static_cast<std::uint8_t>(number);
  if (number == orders_max) {
    return false;
  }
  if (operation.f == mark_paid_) {
    return compile_mark_paid(history, operation, known, op);
  }
  if (operation.f == read_) {
    return compile_read(history, operation, known, op);
  }
  const bool has_total = operation.input.is_integer();
  op.kind = Kind::reserve;
  op.record = {Phase::reserved, has_total, {}, has_total ? operation.input.first : 0};
  return operation.f == reserve_ && (has_total || operation.input.is_nil()) &&
         (!known || operation.output.is_symbol(ok_));
}

bool Order::compile_mark_paid(const history::History& history, const history::Operation& operation,
                              bool known, Op& op) const {
  const Parts payment = parts_of(history, operation.input);
  if (payment.size != 2 || !payment.items[0].is_symbol() || !payment.items[1].is_integer()) {
    return false;
  }
  op.kind = Kind::mark_paid;
  op.record = {Phase::paid, true, history::Symbol{payment.items[0].index}, payment.items[1].first};
  if (!known) {
    return true;  // nothing but `applied` changes anything
  }
  const auto* const answer = std::ranges::find_if(
      answers_, [&](history::Symbol word) { return operation.output.is_symbol(word); });
  op.answer = static_cast<Answer>(answer - answers_.begin());
  return answer != answers_.end();
}

bool Order::compile_read(const history::History& history, const history::Operation& operation,
                         bool known, Op& op) const {
  op.kind = known ? Kind::read : Kind::read_anything;
  const Parts seen = parts_of(history, operation.output);
  if (!known || operation.output.is_nil()) {
    return true;
  }
  if (seen.begin_with(reserved_)) {
    op.record.phase = Phase::reserved;
    return seen.size == 1;
  }
  if (!seen.begin_with(paid_) || seen.size != 3 || !seen.items[1].is_symbol() ||
      !seen.items[2].is_integer()) {
    return false;
  }
  op.record = {Phase::paid, true, history::Symbol{seen.items[1].index}, seen.items[2].first};
  return true;
}

Order::Answer Order::answer_to(const State& state, const Op& payment) const {
  const Answer refused = options_.strict ? Answer::conflict : Answer::invalid_state;
  const Record& order = state[payment.order];
  const Record& wanted = payment.record;
  const bool same_amount = !order.has_amount || order.amount == wanted.amount;
  if (order.phase == Phase::absent) {
    return Answer::order_not_found;
  }
  if (options_.strict && (wanted.reference == empty_ || wanted.amount <= 0)) {
    return Answer::invalid_payment;
  }
  if (order.phase == Phase::paid && order.reference != wanted.reference) {
    return refused;
  }
  if (options_.strict && !same_amount) {
    return Answer::amount_mismatch;
  }
  if (order.phase == Phase::paid) {
    return Answer::already_applied;
  }
  const bool is_taken = std::ranges::any_of(state, [&](const Record& other) {
    return other.phase == Phase::paid && other.reference == wanted.reference;
  });
  return is_taken ? refused : Answer::applied;
}

std::string Order::record_text(const history::History& history, const Record& record) {
  switch (record.phase) {
    case Phase::absent:
      return "nowhere";
    case Phase::reserved:
      return "INVENTORY_RESERVED" +
             (record.has_amount ? " with total " + std::to_string(record.amount) : "");
    case Phase::paid:
      break;
  }
  return "PAID with " + to_text(history, history::Value::symbol(record.reference)) + ", " +
         std::to_string(record.amount);
}

std::string Order::state_text(const history::History& history, const State& state) const {
  const Orders orders(history, nullptr);
  std::string text;
  for (std::size_t i = 0; i < orders.count; ++i) {
    if (state[i].phase != Phase::absent) {
      text += (text.empty() ? "" : "; ") + to_text(history, orders.names[i]) + " " +
              record_text(history, state[i]);
    }
  }
  return text.empty() ? "no order" : text;
}

std::string Order::objection(const history::History& history, const State& state, const Op& op,
                             unsigned) const {
  const std::string order = "order " + to_text(history, op.key);
  const std::string held = order + " was " + record_text(history, state[op.order]);
  if (op.kind == Kind::reserve) {
    return "reserved " + order + ", but it was already there: " + held;
  }
  if (op.kind != Kind::mark_paid) {
    return "read " + record_text(history, op.record) + ", but " + held;
  }
  const Answer right = answer_to(state, op);
  const auto word = [](Answer answer) {
    return std::string(answer_words[static_cast<std::size_t>(answer)]);
  };
  return "answered " + word(op.answer) + ", but " + word(right) +
         " was the answer: " + state_text(history, state);
}

}  // namespace oncelab::models
