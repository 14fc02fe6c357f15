#include <gtest/gtest.h>

#include <array>
#include <set>

#include <oncelab/core/lab/history/history.hpp>
#include <oncelab/core/lab/history/text.hpp>

namespace oncelab::history {
namespace {

TEST(Value, kinds_are_told_apart_though_their_members_look_alike) {
  const std::array values{Value::nil(), Value::integer(0), Value::symbol(Symbol{0}),
                          Value::pair(0, 0), Value::list(ListIndex{0})};
  std::set<std::uint64_t> hashes;
  for (const Value& a : values) {
    hashes.insert(hash(a));
    for (const Value& b : values) {
      EXPECT_EQ(a == b, &a == &b);
    }
  }
  EXPECT_EQ(hashes.size(), values.size());
}

TEST(Value, small_integers_and_pairs_do_not_share_hashes) {
  std::set<std::uint64_t> hashes;
  for (std::int64_t a = -50; a < 50; ++a) {
    hashes.insert(hash(Value::integer(a)));
    for (std::int64_t b = -50; b < 50; ++b) {
      hashes.insert(hash(Value::pair(a, b)));
    }
  }
  EXPECT_EQ(hashes.size(), 100U + 100U * 100U);
}

TEST(History, keeps_the_order_of_recording) {
  History history;
  const Symbol f = history.intern("handle");
  const Value key = Value::symbol(history.intern("m1"));
  const OperationIndex a = history.call(ClientId{0}, f, key, {}, Timestamp{9});
  const OperationIndex b = history.call(ClientId{1}, f, key, {}, Timestamp{3});
  history.effect(ClientId{0}, history.intern("notified"), key, Timestamp{4});
  history.returned(b, Outcome::ok, Value::integer(7), Timestamp{5});
  history.returned(a, Outcome::unknown, Value::integer(7), Timestamp{6});
  history.crash(ProcessId{0}, Timestamp{7});
  history.restart(ProcessId{0}, Timestamp{8});
  history.clock_step(-5, Timestamp{8});

  ASSERT_EQ(history.events().size(), 8U);
  EXPECT_EQ(history.events()[7].value, Value::integer(-5));
  EXPECT_EQ(raw(history.operation(a).call_event), 0U);
  EXPECT_EQ(raw(history.operation(b).return_event), 3U);
  EXPECT_EQ(history.operation(b).output, Value::integer(7));
  EXPECT_EQ(history.operation(a).output, Value::nil()) << "only ok has an output";
}

TEST(History, clear_keeps_words_and_lists) {
  History history;
  const Symbol word = history.intern("word");
  const std::array items{Value::integer(1), Value::nil()};
  const Value list = history.list(items);
  const std::uint64_t vocabulary = history.vocabulary();
  history.call(ClientId{0}, word, {}, list, Timestamp{});
  history.clear();
  EXPECT_TRUE(history.events().empty());
  EXPECT_TRUE(history.operations().empty());
  EXPECT_EQ(history.intern("word"), word);
  EXPECT_EQ(history.list(items), list);
  EXPECT_EQ(history.vocabulary(), vocabulary);
}

TEST(History, vocabulary_names_the_exact_contents) {
  History a;
  a.intern("x");
  History b = a;
  EXPECT_EQ(a.vocabulary(), b.vocabulary());
  a.intern("y");
  b.intern("z");
  EXPECT_NE(a.vocabulary(), b.vocabulary());
  EXPECT_NE(History().vocabulary(), History().vocabulary());
}

TEST(History, two_integers_are_a_pair) {
  History history;
  EXPECT_EQ(history.list(std::array{Value::integer(1), Value::integer(2)}), Value::pair(1, 2));
  EXPECT_TRUE(history.list(std::array{Value::integer(1)}).is_list());
}

TEST(HistoryText, is_printable_whatever_is_in_it) {
  History history;
  const Symbol f = history.intern("do\nit");
  const Value key = Value::symbol(history.intern("\x1b[31m\"\xff\\"));
  const OperationIndex operation = history.call(ClientId{3}, f, key, {}, Timestamp{});
  EXPECT_EQ(to_text(history, operation), R"(client 3: do\nit key "\x1b[31m\"\xff\\" -> ?)");
  EXPECT_EQ(printable(std::string(70, 'x')), std::string(60, 'x') + "...");
}

TEST(HistoryText, says_what_an_operation_did) {
  History history;
  const Symbol cas = history.intern("cas");
  const auto call = [&](Value input) {
    return history.call(ClientId{0}, cas, {}, input, Timestamp{});
  };
  const OperationIndex a = call(Value::pair(1, 2));
  history.returned(a, Outcome::ok, Value::symbol(history.intern("false")), Timestamp{});
  EXPECT_EQ(to_text(history, a), "client 0: cas [1,2] -> false");
  const OperationIndex b = call(Value::symbol(history.intern("12")));
  history.returned(b, Outcome::fail, {}, Timestamp{});
  EXPECT_EQ(to_text(history, b), "client 0: cas \"12\" -> did not happen");
}

}  // namespace
}  // namespace oncelab::history
