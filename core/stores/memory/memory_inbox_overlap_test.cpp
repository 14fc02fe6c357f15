// Deliveries that overlap, on real threads. No test depends on timing: where a thread may or may
// not have reached its wait, both give the asserted answer.
#include <gtest/gtest.h>

#include <atomic>
#include <exception>
#include <functional>
#include <future>
#include <latch>
#include <memory>
#include <oncelab/core/stores/memory/memory_inbox.hpp>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace oncelab::stores {

static void PrintTo(InboxVariant variant, std::ostream* out) { *out << name_of(variant); }

namespace {

using messaging::Delivery;
using messaging::FailureCause;
using messaging::HandlerResult;
using messaging::Inbox;

class CallbackHandler final : public messaging::Handler {
 public:
  explicit CallbackHandler(std::function<HandlerResult()> body) : body_(std::move(body)) {}

  HandlerResult handle() override { return body_(); }

 private:
  std::function<HandlerResult()> body_;
};

std::string variant_name(const testing::TestParamInfo<InboxVariant>& tested) {
  return tested.param == InboxVariant::single_lock ? "single_lock"
                                                   : std::string(name_of(tested.param));
}

std::future<Delivery> deliver(Inbox& inbox, std::string message_id, messaging::Handler& handler) {
  return std::async(std::launch::async, [&inbox, id = std::move(message_id), &handler] {
    return inbox.handle_once(id, handler);
  });
}

/// A handler that, once running, stays so until it is told how to end.
class HeldHandler final : public messaging::Handler {
 public:
  HandlerResult handle() override {
    running_.count_down();
    return ending_.get_future().get();
  }
  void await_running() { running_.wait(); }
  void end_with(HandlerResult result) { ending_.set_value(std::move(result)); }
  void end_by_throwing() {
    ending_.set_exception(std::make_exception_ptr(std::runtime_error("handler threw")));
  }

 private:
  std::latch running_{1};
  std::promise<HandlerResult> ending_;
};

TEST(naive_memory_inbox, runs_the_handlers_of_overlapping_deliveries_twice) {
  const auto inbox = make_memory_inbox(InboxVariant::naive);
  std::latch both_inside(2);
  CallbackHandler handler([&] {
    both_inside.arrive_and_wait();
    return HandlerResult::success();
  });
  auto one = deliver(*inbox, "m-1", handler);
  auto other = deliver(*inbox, "m-1", handler);
  EXPECT_EQ(one.get(), Delivery::delivered());
  EXPECT_EQ(other.get(), Delivery::delivered());
}

class waiting_memory_inbox : public testing::TestWithParam<InboxVariant> {
 protected:
  std::unique_ptr<Inbox> inbox = make_memory_inbox(GetParam());
  std::atomic<int> second_runs = 0;
  HeldHandler first;
  CallbackHandler second{[this] {
    ++second_runs;
    return HandlerResult::success();
  }};
};

TEST_P(waiting_memory_inbox, a_second_delivery_waits_and_is_a_duplicate) {
  auto first_delivery = deliver(*inbox, "m-1", first);
  first.await_running();
  auto second_delivery = deliver(*inbox, "m-1", second);
  first.end_with(HandlerResult::success());
  EXPECT_EQ(first_delivery.get(), Delivery::delivered());
  EXPECT_EQ(second_delivery.get(), Delivery::duplicate());
  EXPECT_EQ(second_runs, 0);
}

TEST_P(waiting_memory_inbox, a_second_delivery_takes_over_after_a_failure) {
  auto first_delivery = deliver(*inbox, "m-1", first);
  first.await_running();
  auto second_delivery = deliver(*inbox, "m-1", second);
  first.end_with(HandlerResult::failure("no stock"));
  EXPECT_EQ(first_delivery.get(), Delivery::failed(FailureCause::handler, "no stock"));
  EXPECT_EQ(second_delivery.get(), Delivery::delivered());
  EXPECT_EQ(second_runs, 1);
}

TEST_P(waiting_memory_inbox, a_second_delivery_takes_over_after_an_exception) {
  auto first_delivery = deliver(*inbox, "m-1", first);
  first.await_running();
  auto second_delivery = deliver(*inbox, "m-1", second);
  first.end_by_throwing();
  EXPECT_THROW((void)first_delivery.get(), std::runtime_error);
  EXPECT_EQ(second_delivery.get(), Delivery::delivered());
}

TEST_P(waiting_memory_inbox, of_many_deliveries_one_runs_the_handler) {
  constexpr int delivery_count = 8;
  std::latch start(delivery_count);
  std::vector<std::future<Delivery>> deliveries;
  deliveries.reserve(delivery_count);
  for (int i = 0; i < delivery_count; ++i) {
    deliveries.push_back(std::async(std::launch::async, [&] {
      start.arrive_and_wait();
      return inbox->handle_once("m-1", second);
    }));
  }
  int delivered = 0;
  for (auto& delivery : deliveries) {
    const Delivery answer = delivery.get();
    EXPECT_TRUE(answer.may_acknowledge());
    delivered += answer == Delivery::delivered() ? 1 : 0;
  }
  EXPECT_EQ(delivered, 1);
  EXPECT_EQ(second_runs, 1);
}

INSTANTIATE_TEST_SUITE_P(variants, waiting_memory_inbox,
                         testing::Values(InboxVariant::atomic, InboxVariant::single_lock),
                         variant_name);

class claimed_memory_inbox : public testing::TestWithParam<InboxVariant> {};

TEST_P(claimed_memory_inbox, another_id_does_not_wait_for_the_handler) {
  const auto inbox = make_memory_inbox(GetParam());
  HeldHandler held;
  CallbackHandler quick([] { return HandlerResult::success(); });
  auto first = deliver(*inbox, "m-1", held);
  held.await_running();
  EXPECT_EQ(inbox->handle_once("m-2", quick), Delivery::delivered());
  held.end_with(HandlerResult::success());
  EXPECT_EQ(first.get(), Delivery::delivered());
}

INSTANTIATE_TEST_SUITE_P(variants, claimed_memory_inbox,
                         testing::Values(InboxVariant::atomic, InboxVariant::claiming),
                         variant_name);

TEST(claiming_memory_inbox, a_second_delivery_is_in_flight_until_the_first_is_decided) {
  const auto inbox = make_memory_inbox(InboxVariant::claiming);
  HeldHandler first;
  CallbackHandler second([] { return HandlerResult::success(); });
  auto first_delivery = deliver(*inbox, "m-1", first);
  first.await_running();
  EXPECT_EQ(inbox->handle_once("m-1", second), Delivery::in_flight());
  first.end_with(HandlerResult::failure("no stock"));
  EXPECT_EQ(first_delivery.get(), Delivery::failed(FailureCause::handler, "no stock"));
  EXPECT_EQ(inbox->handle_once("m-1", second), Delivery::delivered());
  EXPECT_EQ(inbox->handle_once("m-1", second), Delivery::duplicate());
}

}  // namespace
}  // namespace oncelab::stores
