// Deliveries one after the other: the same answers from every variant.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <oncelab/core/stores/memory/memory_inbox.hpp>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>

namespace oncelab::stores {

static void PrintTo(InboxVariant variant, std::ostream* out) { *out << name_of(variant); }

namespace {

using messaging::Delivery;
using messaging::FailureCause;
using messaging::HandlerResult;
using messaging::Inbox;

/// Calls `body` with the number of the run, from 1.
class CountingHandler final : public messaging::Handler {
 public:
  using Body = std::function<HandlerResult(int run)>;

  explicit CountingHandler(Body body) : body_(std::move(body)) {}

  HandlerResult handle() override { return body_(++runs); }

  int runs = 0;

 private:
  Body body_;
};

CountingHandler succeeding_handler() {
  return CountingHandler([](int) { return HandlerResult::success(); });
}

class memory_inbox : public testing::TestWithParam<InboxVariant> {
 protected:
  std::unique_ptr<Inbox> inbox = make_memory_inbox(GetParam());
};

TEST_P(memory_inbox, skips_redelivery_and_retries_failures) {
  CountingHandler handler([](int run) {
    return run == 1 ? HandlerResult::failure("handler failed") : HandlerResult::success();
  });
  EXPECT_EQ(inbox->handle_once("m-1", handler),
            Delivery::failed(FailureCause::handler, "handler failed"));
  EXPECT_EQ(inbox->handle_once("m-1", handler), Delivery::delivered());
  EXPECT_EQ(inbox->handle_once("m-1", handler), Delivery::duplicate());
  EXPECT_EQ(handler.runs, 2);
}

TEST_P(memory_inbox, retries_after_every_failure) {
  CountingHandler handler([](int run) {
    return run <= 3 ? HandlerResult::failure(std::to_string(run)) : HandlerResult::success();
  });
  for (const std::string error : {"1", "2", "3"}) {
    EXPECT_EQ(inbox->handle_once("m-1", handler), Delivery::failed(FailureCause::handler, error));
  }
  EXPECT_EQ(inbox->handle_once("m-1", handler), Delivery::delivered());
}

TEST_P(memory_inbox, rethrows_what_the_handler_throws_and_retries) {
  CountingHandler handler([](int run) {
    if (run == 1) {
      throw std::runtime_error("handler threw");
    }
    return HandlerResult::success();
  });
  EXPECT_THROW((void)inbox->handle_once("m-1", handler), std::runtime_error);
  EXPECT_EQ(inbox->handle_once("m-1", handler), Delivery::delivered());
  EXPECT_EQ(inbox->handle_once("m-1", handler), Delivery::duplicate());
  EXPECT_EQ(handler.runs, 2);
}

TEST_P(memory_inbox, judges_by_id_alone) {
  auto handler = succeeding_handler();
  EXPECT_EQ(inbox->handle_once("m-1", handler), Delivery::delivered());
  EXPECT_EQ(inbox->handle_once("m-2", handler), Delivery::delivered());
  EXPECT_EQ(handler.runs, 2);
}

TEST_P(memory_inbox, refuses_an_empty_id) {
  auto handler = succeeding_handler();
  EXPECT_EQ(inbox->handle_once("", handler), Delivery::empty_message_id());
  EXPECT_EQ(handler.runs, 0);
}

TEST_P(memory_inbox, starts_empty_each_time) {
  auto handler = succeeding_handler();
  EXPECT_EQ(inbox->handle_once("m-1", handler), Delivery::delivered());
  EXPECT_EQ(make_memory_inbox(GetParam())->handle_once("m-1", handler), Delivery::delivered());
}

std::string variant_name(const testing::TestParamInfo<InboxVariant>& tested) {
  return tested.param == InboxVariant::single_lock ? "single_lock"
                                                   : std::string(name_of(tested.param));
}

INSTANTIATE_TEST_SUITE_P(all_variants, memory_inbox, testing::ValuesIn(inbox_variants),
                         variant_name);

TEST(memory_inbox_names, lead_back_to_their_variants) {
  for (const InboxVariant variant : inbox_variants) {
    EXPECT_EQ(inbox_variant_named(name_of(variant)), variant);
  }
  EXPECT_EQ(name_of(InboxVariant::single_lock), "single-lock");
  EXPECT_FALSE(inbox_variant_named("single_lock").has_value());
  EXPECT_FALSE(inbox_variant_named("").has_value());
}

}  // namespace
}  // namespace oncelab::stores
