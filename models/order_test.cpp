#include <gtest/gtest.h>

#include <string>

#include <oncelab/models/recording.hpp>
#include <oncelab/models/registry.hpp>

namespace oncelab::models {
namespace {

class OrderTest : public testing::Test {
 protected:
  void reserve(std::string_view order, Words total = {}) {
    recording_.answers(recording_.call(0, "reserve", order, total), {"ok"});
  }
  void pay(std::string_view order, std::string_view reference, std::int64_t amount,
           std::string_view answer) {
    recording_.answers(recording_.call(0, "mark_paid", order, {reference, amount}), {answer});
  }
  void read(std::string_view order, Words output) {
    recording_.answers(recording_.call(0, "read", order), output);
  }
  std::string strict() { return recording_.verdict(*strict_); }
  std::string seed() { return recording_.verdict(*seed_); }
  std::string objection() { return recording_.objection(*strict_); }

  Recording recording_;
  std::unique_ptr<check::Checker> strict_ = *make("order", {});
  std::unique_ptr<check::Checker> seed_ = *make("order", {{"profile", "seed"}});
};

TEST_F(OrderTest, an_order_is_paid_once) {
  read("o1", {});
  reserve("o1", {1000});
  read("o1", {"INVENTORY_RESERVED"});
  pay("o1", "p1", 1000, "applied");
  pay("o1", "p1", 1000, "already_applied");
  read("o1", {"PAID", "p1", 1000});
  EXPECT_EQ(strict(), "held");
  EXPECT_EQ(seed(), "held");
  pay("o1", "p1", 1000, "applied");
  EXPECT_EQ(strict(), "violated");
  EXPECT_EQ(seed(), "violated");
  EXPECT_EQ(objection(),
            "answered applied, but already_applied was the answer: o1 PAID with p1, 1000");
}

TEST_F(OrderTest, two_payments_at_once) {
  reserve("o1");
  const auto a = recording_.call(0, "mark_paid", "o1", {"p1", 5});
  const auto b = recording_.call(1, "mark_paid", "o1", {"p2", 5});
  recording_.answers(a, {"applied"});
  recording_.answers(b, {"applied"});
  EXPECT_EQ(recording_.explanation(*strict_), R"(violated: order
The first 6 events cannot be explained; fewer can. Event 6 is the return of
  #2 client 1: mark_paid [p2,5] key o1 -> applied
The longest order that explains a part of it:
    at first                                         no order
    #0 client 0: reserve key o1 -> ok                o1 INVENTORY_RESERVED
    #1 client 0: mark_paid [p1,5] key o1 -> applied  o1 PAID with p1, 5
What cannot follow:
    #2 client 1: mark_paid [p2,5] key o1 -> applied
      answered applied, but conflict was the answer: o1 PAID with p1, 5
      it could have come until #1 client 0: mark_paid [p1,5] key o1 -> applied
These 2 answers contradict each other, whatever all other operations did:
    #1 client 0: mark_paid [p1,5] key o1 -> applied
    #2 client 1: mark_paid [p2,5] key o1 -> applied
)");
}

TEST_F(OrderTest, a_reference_pays_one_order) {
  reserve("o1");
  reserve("o2");
  pay("o1", "p1", 5, "applied");
  pay("o2", "p1", 5, "conflict");
  read("o2", {"INVENTORY_RESERVED"});
  EXPECT_EQ(strict(), "held");
  EXPECT_EQ(seed(), "violated");
  pay("o2", "p1", 5, "applied");
  EXPECT_EQ(strict(), "violated");
  EXPECT_EQ(objection(),
            "answered applied, but conflict was the answer: o1 PAID with p1, 5; o2 "
            "INVENTORY_RESERVED");
}

TEST_F(OrderTest, strict_compares_amounts) {
  reserve("o1", {1000});
  pay("o1", "p1", 999, "amount_mismatch");
  pay("o1", "p1", 1000, "applied");
  pay("o1", "p1", 999, "amount_mismatch");
  pay("o1", "p2", 999, "conflict");
  EXPECT_EQ(strict(), "held");
  EXPECT_EQ(seed(), "violated");
}

TEST_F(OrderTest, strict_wants_a_reference_and_an_amount) {
  pay("o1", "", 0, "order_not_found");
  reserve("o1");
  pay("o1", "", 5, "invalid_payment");
  pay("o1", "p1", 0, "invalid_payment");
  pay("o1", "p1", 1, "applied");
  pay("o1", "p1", -1, "invalid_payment");
  EXPECT_EQ(strict(), "held");
  EXPECT_EQ(seed(), "violated");
}

TEST_F(OrderTest, the_total_is_looked_at_before_other_orders) {
  reserve("o1");
  reserve("o2", {6});
  pay("o1", "p1", 5, "applied");
  pay("o2", "p1", 5, "amount_mismatch");
  pay("o2", "p1", 6, "conflict");
  EXPECT_EQ(strict(), "held");
}

TEST_F(OrderTest, seed_takes_any_payment) {
  reserve("o1", {1000});
  reserve("o2");
  pay("o1", "", 0, "applied");
  pay("o1", "", 7, "already_applied");
  pay("o1", "p1", 1000, "invalid_state");
  pay("o2", "", 5, "invalid_state");
  pay("o3", "p1", 1000, "order_not_found");
  read("o1", {"PAID", "", 0});
  EXPECT_EQ(seed(), "held");
  EXPECT_EQ(strict(), "violated");
}

TEST_F(OrderTest, contended_says_that_nothing_happened) {
  reserve("o1");
  pay("o1", "p1", 5, "contended");
  read("o1", {"INVENTORY_RESERVED"});
  EXPECT_EQ(strict(), "held");
  read("o1", {"PAID", "p1", 5});
  EXPECT_EQ(strict(), "violated");
  EXPECT_EQ(objection(), "read PAID with p1, 5, but order o1 was INVENTORY_RESERVED");
}

TEST_F(OrderTest, a_lost_payment_may_have_been_applied) {
  reserve("o1");
  recording_.gives_up(recording_.call(1, "mark_paid", "o1", {"p1", 5}));
  read("o1", {"INVENTORY_RESERVED"});
  pay("o1", "p1", 5, "already_applied");
  EXPECT_EQ(strict(), "held");
  pay("o1", "p2", 5, "already_applied");
  EXPECT_EQ(strict(), "violated");
}

TEST_F(OrderTest, a_lost_reservation_may_have_been_made) {
  recording_.gives_up(recording_.call(1, "reserve", "o1", {9}));
  pay("o1", "p1", 9, "order_not_found");
  pay("o1", "p1", 8, "amount_mismatch");
  EXPECT_EQ(strict(), "held");
  pay("o1", "p1", 9, "order_not_found");
  EXPECT_EQ(strict(), "violated");
}

TEST_F(OrderTest, an_order_is_reserved_once) {
  reserve("o1");
  reserve("o1", {9});
  EXPECT_EQ(strict(), "violated");
  EXPECT_EQ(objection(),
            "reserved order o1, but it was already there: order o1 was INVENTORY_RESERVED");
}

TEST_F(OrderTest, there_is_room_for_eight_orders) {
  for (int i = 0; i < 8; ++i) {
    const std::string order = "o" + std::to_string(i);
    reserve(order);
    pay(order, "p" + std::to_string(i), 5, "applied");
  }
  read("o0", {"PAID", "p0", 5});
  EXPECT_EQ(strict(), "held");
  read("o8", {});
  EXPECT_EQ(strict(),
            "operation #17 client 0: read key o8 -> nil (event 35) is not one of order's; it knows "
            "reserve TOTAL or nil key ORDER -> ok; mark_paid [REF,AMOUNT] key ORDER -> applied | "
            "already_applied | conflict | amount_mismatch | invalid_state | invalid_payment | "
            "order_not_found | contended; read key ORDER -> INVENTORY_RESERVED | "
            "[PAID,REF,AMOUNT] | nil; at most 8 different orders in a history");
}

TEST_F(OrderTest, what_it_does_not_know_is_not_in_the_model) {
  const auto refuses = [](std::string_view f, Words input, Words output) {
    Recording recording;
    recording.answers(recording.call(0, f, "o1", input), output);
    return recording.verdict(**make("order", {})).find("is not one of order's") !=
           std::string::npos;
  };
  EXPECT_TRUE(refuses("ship", {}, {"ok"}));
  EXPECT_TRUE(refuses("reserve", {"much"}, {"ok"}));
  EXPECT_TRUE(refuses("reserve", {}, {"done"}));
  EXPECT_TRUE(refuses("mark_paid", {"p1"}, {"applied"}));
  EXPECT_TRUE(refuses("mark_paid", {"p1", "much"}, {"applied"}));
  EXPECT_TRUE(refuses("mark_paid", {7, 5}, {"applied"}));
  EXPECT_TRUE(refuses("mark_paid", {"p1", 5}, {"paid"}));
  EXPECT_TRUE(refuses("mark_paid", {"p1", 5}, {}));
  EXPECT_TRUE(refuses("read", {}, {"PAID", "p1"}));
  EXPECT_TRUE(refuses("read", {}, {"CANCELLED"}));
  EXPECT_FALSE(refuses("reserve", {}, {"ok"}));
}

}  // namespace
}  // namespace oncelab::models
