// A recorder and a checker that are used again allocate nothing: the explorer judges every
// schedule.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

#include <oncelab/models/registry.hpp>

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) {
    return memory;
  }
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace oncelab::meta {
namespace {

using history::History;
using history::OperationIndex;
using history::Outcome;
using history::Timestamp;
using history::Value;

Value text(History& history, const char* word) { return Value::symbol(history.intern(word)); }

/// What the i-th client asks, and is answered; with `wrong`, the history is illegal.
struct Exchange {
  const char* f;
  const char* key;
  Value input;
  Value output;
};

Exchange delivery(History& history, unsigned i, bool wrong) {
  const bool delivered = wrong || i < 2;
  return {
      "handle", i % 2 == 0 ? "k0" : "k1", {}, text(history, delivered ? "delivered" : "duplicate")};
}

/// The first request under each of two keys gets through, the others see it.
Exchange begin(History& history, unsigned i, bool wrong) {
  const Value input[] = {text(history, "f0"), Value::integer(100)};
  const Value started[] = {text(history, "started"), Value::integer(i), Value::integer(7)};
  const Value in_flight[] = {text(history, "in_flight"), Value::integer(8)};
  return {"begin", i % 2 == 0 ? "k0" : "k1", history.list(input),
          wrong || i < 2 ? history.list(started) : history.list(in_flight)};
}

Exchange request(History& history, unsigned i, bool wrong) {
  const Value executed[] = {text(history, "executed"), text(history, "r0"), Value::integer(7)};
  const Value replayed[] = {text(history, "replayed"), text(history, "r0")};
  return {"request", i % 2 == 0 ? "k0" : "k1", text(history, "f0"),
          wrong || i < 2 ? history.list(executed) : history.list(replayed)};
}

/// Two orders are reserved, one payment is reported for both.
Exchange payment(History& history, unsigned i, bool wrong) {
  const char* const order = i % 2 == 0 ? "k0" : "k1";
  if (i < 2) {
    return {"reserve", order, {}, text(history, "ok")};
  }
  const Value input[] = {text(history, "p0"), Value::integer(5)};
  const char* const answer = wrong || i == 2 ? "applied"
                             : i % 2 == 0    ? "already_applied"
                                             : "conflict";
  return {"mark_paid", order, history.list(input), text(history, answer)};
}

using Script = Exchange (*)(History&, unsigned, bool);

/// All operations overlap; the last has an unknown outcome.
void record(History& history, Script script, bool wrong, unsigned operations) {
  history.clear();
  static std::vector<std::pair<OperationIndex, Value>> open;
  open.clear();
  for (unsigned i = 0; i < operations; ++i) {
    const Exchange exchange = script(history, i, wrong);
    const Value key = text(history, exchange.key);
    open.emplace_back(
        history.call(ClientId{i}, history.intern(exchange.f), key, exchange.input, Timestamp{i}),
        exchange.output);
    history.effect(ClientId{i}, history.intern("notified"), key, Timestamp{i});
  }
  for (unsigned i = 0; i < operations; ++i) {
    history.returned(open[i].first, i + 1 == operations ? Outcome::unknown : Outcome::ok,
                     open[i].second, Timestamp{i});
  }
}

TEST(CheckerAllocation, there_is_none_after_the_largest_history) {
  const std::pair<const char*, Script> subjects[] = {{"inbox", delivery},
                                                     {"inbox-claiming", delivery},
                                                     {"claim-store", begin},
                                                     {"api-request", request},
                                                     {"order", payment}};
  for (const auto& [model, script] : subjects) {
    const auto checker = *models::make(model, {});
    History history;
    for (int round = 0; round < 3; ++round) {
      const std::size_t before = allocations;
      for (unsigned operations = 12; operations > 0; --operations) {
        for (const bool wrong : {false, true}) {
          record(history, script, wrong, operations);
          const bool held = checker->check(history).verdict == check::Verdict::held;
          EXPECT_TRUE(held == !wrong || operations < 6) << model << ", " << operations;
        }
      }
      EXPECT_TRUE(round == 0 || allocations == before) << model << ", round " << round;
    }
  }
}

}  // namespace
}  // namespace oncelab::meta
