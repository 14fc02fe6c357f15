// Payments and orders that overlap, on real threads. No test depends on timing: whoever comes
// first, the counts are the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <future>
#include <latch>
#include <oncelab/core/layers/domain/mark_paid.hpp>
#include <oncelab/core/layers/domain/place_order.hpp>
#include <oncelab/core/stores/memory/memory_order_repository.hpp>
#include <string>
#include <vector>

namespace oncelab::stores {
namespace {

using domain::InsertResult;
using domain::MarkPaidResult;
using domain::Order;
using domain::OrderState;
using domain::PlaceOrderResult;

constexpr int caller_count = 8;

/// Calls `call(0)` to `call(caller_count - 1)` at the same time.
template <class Result>
std::vector<Result> call_together(const std::function<Result(int)>& call) {
  std::latch start(caller_count);
  std::vector<std::future<Result>> calls;
  calls.reserve(caller_count);
  for (int caller = 0; caller < caller_count; ++caller) {
    calls.push_back(std::async(std::launch::async, [&, caller] {
      start.arrive_and_wait();
      return call(caller);
    }));
  }
  std::vector<Result> results;
  results.reserve(caller_count);
  for (auto& pending : calls) {
    results.push_back(pending.get());
  }
  return results;
}

template <class Result>
auto count(const std::vector<Result>& results, Result wanted) {
  return std::ranges::count(results, wanted);
}

class overlapping_orders : public testing::Test {
 protected:
  overlapping_orders() {
    for (int i = 0; i < caller_count; ++i) {
      Order order;
      order.id = order_id(i);
      order.natural_key = "cart " + order.id;
      order.state = OrderState::inventory_reserved;
      EXPECT_EQ(orders.insert(order), InsertResult::inserted);
    }
  }

  static std::string order_id(int i) { return "o-" + std::to_string(i); }
  static std::string reference(int i) { return "ref-" + std::to_string(i); }

  MemoryOrderRepository orders;
};

TEST_F(overlapping_orders, one_of_many_references_pays_an_order) {
  const auto results = call_together<MarkPaidResult>(
      [this](int i) { return domain::mark_paid(orders, "o-0", {1000, reference(i)}); });
  EXPECT_EQ(count(results, MarkPaidResult::applied), 1);
  EXPECT_EQ(count(results, MarkPaidResult::conflict), caller_count - 1);
  EXPECT_EQ(orders.load("o-0").order.payments.size(), 1U);
}

TEST_F(overlapping_orders, one_payment_reported_many_times_is_applied_once) {
  const auto results = call_together<MarkPaidResult>(
      [this](int) { return domain::mark_paid(orders, "o-0", {1000, "ref-1"}); });
  EXPECT_EQ(count(results, MarkPaidResult::applied), 1);
  EXPECT_EQ(count(results, MarkPaidResult::already_applied), caller_count - 1);
  EXPECT_EQ(orders.load("o-0").order.payments.size(), 1U);
}

TEST_F(overlapping_orders, one_reference_pays_one_of_many_orders) {
  const auto results = call_together<MarkPaidResult>(
      [this](int i) { return domain::mark_paid(orders, order_id(i), {1000, "ref-1"}); });
  EXPECT_EQ(count(results, MarkPaidResult::applied), 1);
  EXPECT_EQ(count(results, MarkPaidResult::conflict), caller_count - 1);
}

TEST_F(overlapping_orders, one_natural_key_gets_one_order) {
  const auto results = call_together<PlaceOrderResult>([this](int i) {
    return domain::place_order(orders, {"new-" + std::to_string(i), "cart-7", 1000}).result;
  });
  EXPECT_EQ(count(results, PlaceOrderResult::placed), 1);
  EXPECT_EQ(count(results, PlaceOrderResult::already_placed), caller_count - 1);
}

}  // namespace
}  // namespace oncelab::stores
