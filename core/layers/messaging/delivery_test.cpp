#include <gtest/gtest.h>

#include <oncelab/core/layers/messaging/delivery.hpp>
#include <oncelab/core/layers/messaging/handler.hpp>

namespace oncelab::messaging {
namespace {

TEST(delivery, may_be_acknowledged_when_the_effect_is_known_to_have_happened) {
  EXPECT_TRUE(Delivery::delivered().may_acknowledge());
  EXPECT_TRUE(Delivery::duplicate().may_acknowledge());
  EXPECT_FALSE(Delivery::in_flight().may_acknowledge());
  EXPECT_FALSE(Delivery::failed(FailureCause::handler, "no stock").may_acknowledge());
  EXPECT_FALSE(Delivery::empty_message_id().may_acknowledge());
}

TEST(delivery, carries_a_cause_only_when_it_failed) {
  EXPECT_EQ(Delivery::delivered().cause, FailureCause::none);
  EXPECT_EQ(Delivery::duplicate().cause, FailureCause::none);
  EXPECT_EQ(Delivery::in_flight().cause, FailureCause::none);
  EXPECT_EQ(Delivery::empty_message_id().cause, FailureCause::empty_message_id);
}

TEST(handler_result, is_a_failure_even_without_words) {
  EXPECT_FALSE(HandlerResult::failure("").succeeded());
  EXPECT_TRUE(HandlerResult::success().succeeded());
}

}  // namespace
}  // namespace oncelab::messaging
