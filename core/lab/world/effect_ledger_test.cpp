#include <gtest/gtest.h>

#include <oncelab/core/lab/world/effect_ledger.hpp>

namespace oncelab::world {
namespace {

using history::Timestamp;
using history::Value;

TEST(EffectLedger, counts_by_label_and_by_what_it_was_an_effect_of) {
  history::History history;
  const auto mail = history.intern("mail");
  const auto charge = history.intern("charge");
  const Value one = Value::integer(1);
  const Value two = Value::integer(2);
  EffectLedger ledger(history);
  ledger.record({mail, one, ClientId{0}, Timestamp{3}});
  ledger.record({mail, one, ClientId{1}, Timestamp{5}});
  ledger.record({mail, two, ClientId{1}, Timestamp{6}});
  ledger.record({charge, one, ClientId{0}, Timestamp{7}});
  EXPECT_EQ(ledger.count(mail, one), 2U);
  EXPECT_EQ(ledger.count(mail, two), 1U);
  EXPECT_EQ(ledger.count(charge, one), 1U);
  EXPECT_EQ(ledger.count(charge, two), 0U);
}

TEST(EffectLedger, keeps_who_and_when_and_writes_to_the_history) {
  history::History history;
  const auto mail = history.intern("mail");
  EffectLedger ledger(history);
  ledger.record({mail, Value::integer(1), ClientId{2}, Timestamp{9}});
  ASSERT_EQ(ledger.entries().size(), 1U);
  EXPECT_EQ(ledger.entries()[0].by, ClientId{2});
  EXPECT_EQ(ledger.entries()[0].at, Timestamp{9});
  ASSERT_EQ(history.events().size(), 1U);
  EXPECT_EQ(history.events()[0].kind, history::EventKind::effect);
  EXPECT_EQ(history.events()[0].client, ClientId{2});
}

TEST(EffectLedger, is_empty_after_clear) {
  history::History history;
  const auto mail = history.intern("mail");
  EffectLedger ledger(history);
  ledger.record({mail, Value::nil(), ClientId{0}, Timestamp{0}});
  ledger.clear();
  EXPECT_EQ(ledger.count(mail, Value::nil()), 0U);
  EXPECT_TRUE(ledger.entries().empty());
}

}  // namespace
}  // namespace oncelab::world
