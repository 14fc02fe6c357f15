// What the contract of the messaging layer says in passing; seed_composition_test.cpp lists all of
// it. Deliveries overlap here without threads: a handler that is running has its own message
// delivered again, which is what a second consumer would do at that moment.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <oncelab/core/stores/memory/memory_inbox.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace oncelab::stores {

static void PrintTo(InboxVariant variant, std::ostream* out) { *out << name_of(variant); }

}  // namespace oncelab::stores

namespace oncelab::properties {
namespace {

using messaging::Delivery;
using messaging::FailureCause;
using messaging::HandlerResult;
using stores::InboxVariant;

struct Message {
  std::string id;
  std::string content;
  std::string business_key;
};

/// Runs `body` with the number of the run, from 1.
class CountingHandler final : public messaging::Handler {
 public:
  HandlerResult handle() override { return body(++runs); }

  std::function<HandlerResult(int run)> body = [](int) { return HandlerResult::success(); };
  int runs = 0;
};

class seed_inbox : public testing::Test {
 protected:
  Delivery deliver(const std::string& id) { return inbox->handle_once(id, handler); }

  /// Delivers m-1, and again while the handler of the first delivery runs.
  void deliver_overlapping() {
    handler.body = [this](int run) {
      if (run == 1) {
        second = deliver("m-1");
      }
      return HandlerResult::success();
    };
    first = deliver("m-1");
  }

  std::unique_ptr<messaging::Inbox> inbox = make_memory_inbox(InboxVariant::naive);
  CountingHandler handler;
  Delivery first;
  Delivery second;
};

TEST_F(seed_inbox, two_deliveries_at_once_both_pass_the_check) {
  deliver_overlapping();
  EXPECT_EQ(handler.runs, 2);
  EXPECT_EQ(first, Delivery::delivered());
  EXPECT_EQ(second, Delivery::delivered());
  EXPECT_EQ(deliver("m-1"), Delivery::duplicate());
}

TEST_F(seed_inbox, a_claim_across_the_handler_lets_one_of_them_pass) {
  inbox = make_memory_inbox(InboxVariant::claiming);
  deliver_overlapping();
  EXPECT_EQ(handler.runs, 1);
  EXPECT_EQ(first, Delivery::delivered());
  EXPECT_EQ(second, Delivery::in_flight());
  EXPECT_FALSE(second.may_acknowledge());
  EXPECT_EQ(deliver("m-1"), Delivery::duplicate());
}

TEST_F(seed_inbox, no_mark_is_left_by_a_handler_that_failed_while_another_succeeded) {
  handler.body = [this](int run) {
    if (run == 1) {
      second = deliver("m-1");
      return HandlerResult::failure("no stock");
    }
    return HandlerResult::success();
  };
  first = deliver("m-1");
  EXPECT_EQ(first, Delivery::failed(FailureCause::handler, "no stock"));
  EXPECT_EQ(second, Delivery::delivered());
  EXPECT_EQ(deliver("m-1"), Delivery::duplicate());  // the mark is that of the second
  EXPECT_EQ(handler.runs, 2);
}

TEST_F(seed_inbox, no_mark_is_set_before_the_handler_succeeded) {
  // Two messages fail inside each other: had either been marked on the way in, it would be skipped.
  handler.body = [this](int run) {
    if (run == 1) {
      second = deliver("m-2");
    }
    return run <= 2 ? HandlerResult::failure("no stock") : HandlerResult::success();
  };
  first = deliver("m-1");
  EXPECT_FALSE(first.may_acknowledge());
  EXPECT_FALSE(second.may_acknowledge());
  EXPECT_EQ(deliver("m-1"), Delivery::delivered());
  EXPECT_EQ(deliver("m-2"), Delivery::delivered());
}

class consumer : public testing::TestWithParam<InboxVariant> {
 protected:
  using IdentityOf = std::function<std::string(const Message&)>;

  /// How often a consumer has its effect that takes `identity_of` for what makes messages the same.
  int effects_by(const IdentityOf& identity_of) {
    const auto inbox = stores::make_memory_inbox(GetParam());
    for (const Message& message : messages) {
      EXPECT_TRUE(inbox->handle_once(identity_of(message), handler).may_acknowledge());
    }
    return handler.runs;
  }

  // Two coffees, one after the other; the second message is redelivered, then published anew.
  std::vector<Message> messages = {{"m-1", "one coffee", "receipt-1"},
                                   {"m-2", "one coffee", "receipt-2"},
                                   {"m-2", "one coffee", "receipt-2"},
                                   {"m-3", "one coffee", "receipt-2"}};
  CountingHandler handler;
};

TEST_P(consumer, that_judges_by_id_takes_equal_content_for_another_message) {
  EXPECT_EQ(effects_by([](const Message& message) { return message.id; }), 3);
}

TEST_P(consumer, that_judges_by_content_loses_what_was_meant_twice) {
  EXPECT_EQ(effects_by([](const Message& message) { return message.content; }), 1);
}

TEST_P(consumer, that_judges_by_id_and_then_by_business_key_is_right_about_both) {
  const auto by_id = stores::make_memory_inbox(GetParam());
  const auto by_business_key = stores::make_memory_inbox(GetParam());
  CountingHandler effect;
  for (const Message& message : messages) {
    handler.body = [&](int) {
      EXPECT_TRUE(by_business_key->handle_once(message.business_key, effect).may_acknowledge());
      return HandlerResult::success();
    };
    EXPECT_TRUE(by_id->handle_once(message.id, handler).may_acknowledge());
  }
  EXPECT_EQ(handler.runs, 3);
  EXPECT_EQ(effect.runs, 2);
}

INSTANTIATE_TEST_SUITE_P(all_variants, consumer, testing::ValuesIn(stores::inbox_variants),
                         [](const auto& tested) {
                           std::string name(name_of(tested.param));
                           return name == "single-lock" ? std::string("single_lock") : name;
                         });

}  // namespace
}  // namespace oncelab::properties
