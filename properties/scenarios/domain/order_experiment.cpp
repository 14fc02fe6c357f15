#include <oncelab/properties/scenarios/domain/order_experiment.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace oncelab::properties {

using history::Value;

namespace {

constexpr std::size_t reference_bytes_max = 128;

bool is_word(std::string_view text) {
  return !text.empty() && text.size() <= reference_bytes_max &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace

std::optional<PaymentWords> payment_words(std::string_view input) {
  const auto space = input.find(' ');
  if (space == std::string_view::npos || !is_word(input.substr(0, space))) {
    return std::nullopt;
  }
  PaymentWords words{std::string(input.substr(0, space)), 0};
  const std::string_view amount = input.substr(space + 1);
  const auto [stop, error] =
      std::from_chars(amount.data(), amount.data() + amount.size(), words.amount_cents);
  if (error != std::errc() || stop != amount.data() + amount.size()) {
    return std::nullopt;
  }
  return words;
}

OrderExperiment::OrderExperiment(const scenario::Sut& sut, std::string profile,
                                 const scenario::Program& program,
                                 std::unique_ptr<check::Checker> checker)
    : ContractExperiment(program, std::move(checker), "payments"),
      sut_(sut),
      profile_(std::move(profile)),
      reserve_(recorder().intern("reserve")),
      mark_paid_(recorder().intern("mark_paid")),
      read_(recorder().intern("read")),
      paid_(recorder().intern("paid")),
      used_(recorder().intern("used")),
      applied_(symbol("applied")),
      already_applied_(symbol("already_applied")) {
  for (const auto& client : program.clients) {
    auto& pays = program_.emplace_back();
    for (const auto& operation : client) {
      Pay pay{operation.key, payment_words(operation.input).value(), symbol(operation.key), {}, {}};
      pay.reference = symbol(pay.words.reference);
      const std::array<Value, 2> input = {pay.reference, Value::integer(pay.words.amount_cents)};
      pay.input = recorder().list(input);
      if (std::ranges::find(orders_, pay.order_id, &OrderOfProgram::id) == orders_.end()) {
        orders_.push_back({pay.order_id, pay.order});
      }
      pays.push_back(std::move(pay));
    }
  }
  add_goals();
}

void OrderExperiment::add_goals() {
  const Pay* first = nullptr;
  bool all_alike = true;
  std::size_t pays = 0;
  std::size_t paying_clients = 0;
  for (const auto& client : program_) {
    paying_clients += client.empty() ? 0U : 1U;
    for (const Pay& pay : client) {
      ++pays;
      first = first == nullptr ? &pay : first;
      all_alike &= pay.order == first->order && pay.input == first->input;
    }
  }
  const bool alike = pays > 1 && all_alike && first->words.amount_cents == total_cents;
  repeated_ = add_goal("a payment that was applied before", alike);
  overlapped_ = add_goal("two payments of one order in progress at the same time",
                         alike && paying_clients > 1);
}

void OrderExperiment::make() {
  wrong_end_.clear();
  repository_ = sut_.make(&ports_);
  for (const OrderOfProgram& order : orders_) {
    if (!order_reserve(repository_, order.id.c_str(), total_cents)) {
      runtime::fail("a new order, " + order.id + ", could not be stored");
    }
    record({reserve_, order.key, Value::integer(total_cents)}, symbol("ok"));
  }
}

bool OrderExperiment::perform(ClientId id, std::size_t operation) {
  const Pay& pay = program_[client_of(id)][operation];
  if (!begin(id, {mark_paid_, pay.order, pay.input})) {
    return false;
  }
  const Value answer =
      symbol(order_mark_paid(repository_, {pay.order_id.c_str(), pay.words.reference.c_str(),
                                           pay.words.amount_cents, profile_.c_str()}));
  if (answer == applied_) {
    // What a service does on `applied`, and on nothing else: book it.
    effect(id, paid_, pay.order);
    effect(id, used_, pay.reference);
  }
  return end(id, answer);
}

void OrderExperiment::destroy() {
  for (const OrderOfProgram& order : orders_) {
    OrderSeen seen{};
    order_read(repository_, order.id.c_str(), seen);
    record({read_, order.key, Value::nil()}, value_of(seen));
    if (seen.payments > 1) {
      wrong_end_ =
          "order " + order.id + " ended with " + std::to_string(seen.payments) + " payments";
    }
  }
  order_destroy(repository_);
}

Value OrderExperiment::value_of(const OrderSeen& seen) {
  if (!seen.found) {
    return Value::nil();
  }
  if (seen.payments == 0) {
    return symbol(seen.state);
  }
  const std::array<Value, 3> value = {
      symbol(seen.state), symbol(seen.reference_fits ? seen.reference : "a reference nobody sent"),
      Value::integer(seen.amount_cents)};
  return recorder().list(value);
}

std::optional<scenario::Failure> OrderExperiment::judge_effects() {
  for (const world::Effect& effect : ledger().entries()) {
    const std::uint32_t times = ledger().count(effect.label, effect.of);
    if (times > 1) {
      const std::string name(history().text(history::Symbol{effect.of.index}));
      return effect.label == paid_
                 ? scenario::Failure{"one payment per order", "order " + name + " was paid " +
                                                                  std::to_string(times) + " times"}
                 : scenario::Failure{
                       "one order per reference",
                       "reference " + name + " was applied " + std::to_string(times) + " times"};
    }
  }
  if (!wrong_end_.empty()) {
    return scenario::Failure{"one payment per order", wrong_end_};
  }
  return std::nullopt;
}

void OrderExperiment::note_goals() {
  if (calls_overlapped()) {
    reach(overlapped_);
  }
  if (std::ranges::any_of(history().operations(), [&](const history::Operation& o) {
        return o.output == already_applied_;
      })) {
    reach(repeated_);
  }
}

}  // namespace oncelab::properties
