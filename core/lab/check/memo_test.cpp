#include <gtest/gtest.h>

#include <oncelab/core/lab/check/memo.hpp>

namespace oncelab::check {
namespace {

using history::History;
using history::Outcome;
using history::Timestamp;
using history::Value;

class Counting final : public Checker {
 public:
  Counting(unsigned& asked, Verdict verdict) : asked_(asked), verdict_(verdict) {}
  [[nodiscard]] std::string_view model_name() const override { return "counting"; }
  [[nodiscard]] Result<void> accepts(const History&) override { return {}; }
  [[nodiscard]] CheckResult check(const History& history) override {
    ++asked_;
    CheckResult result;
    result.verdict = verdict_;
    result.operations = static_cast<std::uint32_t>(history.operations().size());
    return result;
  }
  [[nodiscard]] Explanation explain(const History&) override { return {}; }

 private:
  unsigned& asked_;
  Verdict verdict_;
};

struct Call {
  std::uint32_t client = 0;
  std::string_view f = "take";
  std::int64_t key = 1;
  std::int64_t input = 2;
  std::int64_t output = 3;
  std::uint64_t at = 4;
};

void write(History& history, const Call& c) {
  history.clear();
  const auto o = history.call(ClientId{c.client}, history.intern(c.f), Value::integer(c.key),
                              Value::integer(c.input), Timestamp{c.at});
  history.returned(o, Outcome::ok, Value::integer(c.output), Timestamp{c.at + 1});
}

class MemoTest : public testing::Test {
 protected:
  [[nodiscard]] std::unique_ptr<Checker> memo(Verdict verdict = Verdict::held,
                                              std::size_t bytes_max = memo_bytes_max) {
    return with_memo(std::make_unique<Counting>(asked, verdict), bytes_max);
  }
  unsigned asked = 0;
  History history;
};

TEST_F(MemoTest, AHistoryIsCheckedOnceWhateverItsTimesAndEffects) {
  const auto checker = memo();
  write(history, {});
  EXPECT_EQ(checker->check(history).operations, 1U);
  write(history, {.at = 9});
  history.effect(ClientId{0}, history.intern("take"), Value::nil(), Timestamp{11});
  const CheckResult again = checker->check(history);
  EXPECT_EQ(again.verdict, Verdict::held);
  EXPECT_EQ(again.operations, 1U);
  EXPECT_EQ(asked, 1U);
}

TEST_F(MemoTest, WhateverACheckerLooksAtMakesAnotherHistory) {
  const auto checker = memo();
  history.intern("give");
  write(history, {});
  (void)checker->check(history);
  const Call others[] = {{.client = 1}, {.f = "give"}, {.key = 5}, {.input = 5}, {.output = 5}};
  unsigned expected = 1;
  for (const Call& other : others) {
    write(history, other);
    (void)checker->check(history);
    EXPECT_EQ(asked, ++expected);
  }
  const auto two = [&](bool overlap, Outcome outcome) {
    history.clear();
    const auto take = history.intern("take");
    const auto a = history.call(ClientId{0}, take, Value::nil(), Value::nil(), Timestamp{0});
    if (!overlap) {
      history.returned(a, outcome, Value::nil(), Timestamp{1});
    }
    const auto b = history.call(ClientId{1}, take, Value::nil(), Value::nil(), Timestamp{2});
    if (overlap) {
      history.returned(a, outcome, Value::nil(), Timestamp{3});
    }
    history.returned(b, outcome, Value::nil(), Timestamp{4});
    (void)checker->check(history);
  };
  two(false, Outcome::ok);
  two(true, Outcome::ok);
  two(true, Outcome::unknown);
  two(true, Outcome::fail);
  EXPECT_EQ(asked, expected + 4);
  two(true, Outcome::fail);
  EXPECT_EQ(asked, expected + 4);
}

TEST_F(MemoTest, ANewSymbolForgetsAllForNumbersMayMeanSomethingElse) {
  const auto checker = memo();
  write(history, {});
  (void)checker->check(history);
  History other;
  other.intern("give");
  write(other, {.f = "give"});
  (void)checker->check(other);
  EXPECT_EQ(asked, 2U);
}

TEST_F(MemoTest, OnlyHeldIsRemembered) {
  for (const Verdict verdict : {Verdict::violated, Verdict::inconclusive}) {
    asked = 0;
    const auto checker = memo(verdict);
    write(history, {});
    EXPECT_EQ(checker->check(history).verdict, verdict);
    EXPECT_EQ(checker->check(history).verdict, verdict);
    EXPECT_EQ(asked, 2U);
  }
}

TEST_F(MemoTest, ManyHistoriesAreAllKnownUntilTheMemoryIsUsedUp) {
  constexpr std::int64_t many = 5'000;
  const auto show_all = [&](Checker& checker) {
    for (std::int64_t i = 0; i < many; ++i) {
      write(history, {.key = i});
      (void)checker.check(history);
    }
  };
  const auto roomy = memo();
  show_all(*roomy);
  show_all(*roomy);
  EXPECT_EQ(asked, static_cast<unsigned>(many));
  asked = 0;
  const auto narrow = memo(Verdict::held, std::size_t{1} << 17U);
  show_all(*narrow);
  show_all(*narrow);
  EXPECT_GT(asked, static_cast<unsigned>(many));  // it forgot
  const unsigned before = asked;
  write(history, {.key = many - 1});
  EXPECT_EQ(narrow->check(history).verdict, Verdict::held);
  EXPECT_EQ(asked, before);  // not the latest
}

TEST_F(MemoTest, ListsAreComparedItemByItem) {
  const auto checker = memo();
  const auto show = [&](std::initializer_list<Value> items) {
    history.clear();
    const auto o = history.call(ClientId{0}, history.intern("take"), history.list(items),
                                Value::nil(), Timestamp{0});
    history.returned(o, Outcome::ok, Value::nil(), Timestamp{1});
    (void)checker->check(history);
    return asked;
  };
  const Value one = Value::integer(1);
  const Value two = Value::symbol(history.intern("two"));
  const Value pair = history.list(std::initializer_list<Value>{one, two});
  EXPECT_EQ(show({one, two, one}), 1U);
  EXPECT_EQ(show({one, two, one}), 1U);
  EXPECT_EQ(show({one, one, two}), 2U);
  EXPECT_EQ(show({pair, one}), 3U);
  EXPECT_EQ(show({one, pair}), 4U);
  EXPECT_EQ(show({pair, one}), 4U);
}

}  // namespace
}  // namespace oncelab::check
