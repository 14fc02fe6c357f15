#include <gtest/gtest.h>

#include <set>
#include <vector>

#include <oncelab/core/lab/world/broker_queue.hpp>
#include <oncelab/core/lab/world/scripted_environment.hpp>

namespace oncelab::world {
namespace {

using history::ProcessId;
using runtime::OpKind;

constexpr ProcessId one{1};
constexpr ProcessId two{2};

TEST(BrokerQueue, hands_out_in_order_and_settles) {
  ScriptedEnvironment environment;
  BrokerQueue queue(environment, {.object = 9});
  EXPECT_FALSE(queue.receive(one).has_value());
  queue.publish(5);
  queue.publish(3);
  const auto first = queue.receive(one);
  const auto second = queue.receive(two);
  ASSERT_TRUE(first.has_value() && second.has_value());
  EXPECT_EQ(first->message, 5U);
  EXPECT_EQ(first->attempt, 1U);
  EXPECT_EQ(second->message, 3U);
  EXPECT_FALSE(queue.receive(one).has_value());
  EXPECT_EQ(queue.in_flight(), 2U);
  EXPECT_EQ(queue.acknowledge(first->receipt), Settlement::ok);
  EXPECT_TRUE(queue.settled(5));
  EXPECT_FALSE(queue.settled(3));
  EXPECT_EQ(queue.waiting(), 1U);
  EXPECT_EQ(queue.acknowledge(first->receipt), Settlement::unknown_receipt);
  EXPECT_EQ(queue.give_back(first->receipt), Settlement::unknown_receipt);
  EXPECT_EQ(queue.acknowledge(99), Settlement::unknown_receipt);
  EXPECT_EQ(queue.acknowledge(0), Settlement::unknown_receipt);
  const std::vector<Step> last = {{OpKind::queue_receive, 9}, {OpKind::queue_settle, 9}};
  EXPECT_EQ(environment.steps.front(), last[0]);
  EXPECT_EQ(environment.steps.back(), last[1]);
  EXPECT_EQ(environment.steps.size(), 9U);
  EXPECT_TRUE(environment.asked.empty()) << "no faults, no choices";
}

TEST(BrokerQueue, a_message_given_back_keeps_its_place_until_it_is_a_dead_letter) {
  ScriptedEnvironment environment;
  BrokerQueue queue(environment, {.attempts_max = 2});
  queue.publish(0);
  queue.publish(1);
  for (std::uint32_t attempt = 1; attempt <= 2; ++attempt) {
    const auto delivery = queue.receive(one);
    ASSERT_TRUE(delivery.has_value());
    EXPECT_EQ(delivery->message, 0U);
    EXPECT_EQ(delivery->attempt, attempt);
    EXPECT_FALSE(queue.dead(0));
    EXPECT_EQ(queue.give_back(delivery->receipt), Settlement::ok);
  }
  EXPECT_TRUE(queue.dead(0));
  EXPECT_EQ(queue.attempts(0), 2U);
  EXPECT_EQ(queue.waiting(), 1U);
  EXPECT_EQ(queue.receive(one)->message, 1U);
}

TEST(BrokerQueue, a_crash_makes_what_the_process_held_deliverable_again) {
  ScriptedEnvironment environment;
  BrokerQueue queue(environment, {.attempts_max = 2});
  queue.publish(0);
  queue.publish(1);
  const auto of_one = queue.receive(one);
  const auto of_two = queue.receive(two);
  queue.crash(ProcessId{7});
  EXPECT_EQ(queue.in_flight(), 2U);
  queue.crash(one);
  EXPECT_EQ(queue.in_flight(), 1U);
  EXPECT_EQ(queue.acknowledge(of_one->receipt), Settlement::unknown_receipt);
  EXPECT_EQ(queue.acknowledge(of_two->receipt), Settlement::ok);
  const auto again = queue.receive(two);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->message, 0U);
  EXPECT_EQ(again->attempt, 2U);
  EXPECT_NE(again->receipt, of_one->receipt);
  queue.crash(two);
  EXPECT_TRUE(queue.dead(0)) << "an attempt that crashes is an attempt";
  EXPECT_TRUE(queue.settled(1)) << "what is settled is not delivered again";
  EXPECT_EQ(queue.waiting(), 0U);
}

TEST(BrokerQueue, visibility_ends_with_time) {
  ScriptedEnvironment environment;
  environment.now = 1'000;
  BrokerQueue queue(environment, {.visibility_ns = 50, .attempts_max = 2});
  queue.publish(0);
  const auto first = queue.receive(one);
  environment.now += 49;
  EXPECT_FALSE(queue.receive(two).has_value());
  EXPECT_EQ(queue.in_flight(), 1U);
  environment.now += 1;
  EXPECT_EQ(queue.in_flight(), 0U);
  EXPECT_EQ(queue.acknowledge(first->receipt), Settlement::unknown_receipt);
  const auto second = queue.receive(two);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->attempt, 2U);
  EXPECT_EQ(queue.acknowledge(first->receipt), Settlement::unknown_receipt);
  environment.now += 50;
  EXPECT_TRUE(queue.dead(0));
  EXPECT_EQ(queue.waiting(), 0U);
  EXPECT_FALSE(queue.receive(one).has_value());
  EXPECT_EQ(queue.acknowledge(second->receipt), Settlement::unknown_receipt);
  EXPECT_FALSE(queue.settled(0));
}

TEST(BrokerQueue, without_a_time_out_a_delivery_lasts) {
  ScriptedEnvironment environment;
  BrokerQueue queue(environment, {});
  queue.publish(0);
  const auto delivery = queue.receive(one);
  environment.now = ~std::uint64_t{0};
  EXPECT_FALSE(queue.receive(two).has_value());
  EXPECT_EQ(queue.acknowledge(delivery->receipt), Settlement::ok);
}

// Messages in order of receipt, for every way to choose.
std::multiset<std::vector<MessageIndex>> orders(const BrokerQueueOptions& options,
                                                std::uint32_t messages) {
  std::multiset<std::vector<MessageIndex>> seen;
  ScriptedEnvironment environment;
  do {
    BrokerQueue queue(environment, options);
    for (MessageIndex message = 0; message < messages; ++message) {
      queue.publish(message);
    }
    std::vector<MessageIndex> order;
    // A copy more with every choice: two are enough to see what it does.
    while (order.size() < messages + 2) {
      const auto delivery = queue.receive(one);
      if (!delivery.has_value()) {
        break;
      }
      order.push_back(delivery->message);
      EXPECT_EQ(queue.acknowledge(delivery->receipt), Settlement::ok);
      EXPECT_TRUE(queue.settled(delivery->message));
    }
    seen.insert(order);
  } while (environment.next());
  return seen;
}

using Orders = std::multiset<std::vector<MessageIndex>>;

TEST(BrokerQueue, reorders_within_the_bound_only) {
  EXPECT_EQ(orders({.reorder_within = 1}, 3), (Orders{{0, 1, 2}}));
  EXPECT_EQ(orders({.reorder_within = 2}, 3), (Orders{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}}));
  EXPECT_EQ(orders({.reorder_within = 9}, 3).size(), 6U) << "every permutation, once";
}

TEST(BrokerQueue, a_duplicate_is_delivered_and_settled_on_its_own) {
  EXPECT_EQ(orders({.duplicates = true}, 1), (Orders{{0}, {0, 0}, {0, 0, 0}, {0, 0, 0}}));
  EXPECT_EQ(orders({.duplicates = true}, 2).count({0, 0, 1}), 1U);

  ScriptedEnvironment environment;
  environment.script = {1};
  BrokerQueue queue(environment, {.attempts_max = 1, .duplicates = true});
  queue.publish(0);
  const auto first = queue.receive(one);
  const auto second = queue.receive(two);
  ASSERT_TRUE(first.has_value() && second.has_value());
  EXPECT_EQ(second->message, 0U);
  EXPECT_EQ(second->attempt, 1U);
  EXPECT_EQ(queue.attempts(0), 2U);
  EXPECT_EQ(queue.acknowledge(first->receipt), Settlement::ok);
  EXPECT_EQ(queue.waiting(), 1U);
  EXPECT_EQ(queue.give_back(second->receipt), Settlement::ok);
  EXPECT_TRUE(queue.settled(0) && queue.dead(0)) << "one copy each";
}

TEST(BrokerQueue, a_duplicate_has_attempts_of_its_own) {
  ScriptedEnvironment environment;
  environment.script = {0, 1};
  BrokerQueue queue(environment, {.duplicates = true});
  queue.publish(0);
  const auto first = queue.receive(one);
  queue.give_back(first->receipt);
  const auto second = queue.receive(one);
  const auto copy = queue.receive(one);
  EXPECT_EQ(second->attempt, 2U);
  EXPECT_EQ(copy->attempt, 1U);
  EXPECT_EQ(queue.attempts(0), 3U);
  EXPECT_EQ(queue.acknowledge(first->receipt), Settlement::unknown_receipt);
}

TEST(BrokerQueue, one_fault_per_receive) {
  ScriptedEnvironment environment;
  BrokerQueue queue(environment, {.reorder_within = 2, .duplicates = true});
  for (MessageIndex message = 0; message < 3; ++message) {
    queue.publish(message);
  }
  environment.script = {1, 2, 0, 0};
  std::vector<MessageIndex> order;
  for (int i = 0; i < 4; ++i) {
    order.push_back(queue.receive(one)->message);
  }
  EXPECT_EQ(order, (std::vector<MessageIndex>{1, 0, 0, 2}));
  EXPECT_EQ(environment.asked, (std::vector<unsigned>{3, 3, 3, 2}));
}

TEST(BrokerQueue, a_step_or_a_fault_that_does_not_return_changes_nothing) {
  ScriptedEnvironment environment;
  BrokerQueue queue(environment, {.attempts_max = 2, .reorder_within = 2, .duplicates = true});
  queue.publish(0);
  queue.publish(1);
  const auto held = queue.receive(one);
  environment.crash_at_next_step = true;
  EXPECT_THROW(queue.receive(one), ScriptedEnvironment::Crashed);
  EXPECT_THROW(queue.acknowledge(held->receipt), ScriptedEnvironment::Crashed);
  EXPECT_THROW(queue.give_back(held->receipt), ScriptedEnvironment::Crashed);
  environment.crash_at_next_step = false;
  environment.crash_at_next_fault = true;
  EXPECT_THROW(queue.receive(one), ScriptedEnvironment::Crashed);
  environment.crash_at_next_fault = false;
  EXPECT_EQ(queue.waiting(), 2U);
  EXPECT_EQ(queue.in_flight(), 1U);
  EXPECT_EQ(queue.attempts(1), 0U);
  EXPECT_FALSE(queue.settled(0));
  const auto next = queue.receive(one);
  EXPECT_EQ(next->message, 1U);
  EXPECT_EQ(next->receipt, held->receipt + 1);
  EXPECT_EQ(queue.acknowledge(held->receipt), Settlement::ok);
}

TEST(BrokerQueue, is_empty_after_clear) {
  ScriptedEnvironment environment;
  BrokerQueue queue(environment, {});
  queue.publish(0);
  const auto first = queue.receive(one);
  queue.clear();
  EXPECT_EQ(queue.waiting(), 0U);
  EXPECT_EQ(queue.attempts(0), 0U);
  queue.publish(0);
  EXPECT_EQ(queue.receive(one)->receipt, first->receipt) << "a run is like every other";
}

}  // namespace
}  // namespace oncelab::world
