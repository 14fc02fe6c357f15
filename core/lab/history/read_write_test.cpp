#include <gtest/gtest.h>

#include <array>
#include <string>

#include <oncelab/core/lab/history/content_hash.hpp>
#include <oncelab/core/lab/history/read.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/history/write.hpp>

namespace oncelab::history {
namespace {

History everything() {
  History history(TimeUnit::nanoseconds);
  const Symbol f = history.intern("handle \"it\"\n\x01");
  const Value key = Value::symbol(history.intern("m\xC3\xA4\xF0\x9F\x98\x80"));
  const Value nested = history.list(std::array{Value::nil(), key, Value::pair(-1, 2)});
  const OperationIndex a = history.call(ClientId{0}, f, key, nested, Timestamp{1});
  const ClientId named{0x8000'0000U};
  history.name_client(named, "worker \xC3\xA9");
  const OperationIndex b =
      history.call(named, f, Value::integer(INT64_MIN), Value::pair(0, 0), Timestamp{2});
  history.effect(named, history.intern("notified"), {}, Timestamp{3});
  history.returned(a, Outcome::ok, nested, Timestamp{4});
  history.returned(b, Outcome::unknown, {}, Timestamp{~0ULL});
  const OperationIndex c = history.call(ClientId{0}, f, {}, {}, Timestamp{6});
  history.returned(c, Outcome::fail, {}, Timestamp{7});
  history.call(ClientId{0}, f, {}, {}, Timestamp{8});
  history.crash(ProcessId{1}, Timestamp{9});
  history.restart(ProcessId{1}, Timestamp{10});
  history.clock_step(-42, Timestamp{11});
  history.call(ClientId{0}, f, {}, {}, Timestamp{12});
  history.note(named, history.intern("start \"it\""), nested, Timestamp{13});
  return history;
}

TEST(JsonLines, come_back_as_they_were) {
  const std::string text = to_json_lines(everything());
  const auto loaded = read_text(text, "x.jsonl");
  ASSERT_TRUE(loaded) << loaded.error().text;
  EXPECT_EQ(loaded->format, Format::lab_json_lines);
  EXPECT_EQ(loaded->history.time_unit(), TimeUnit::nanoseconds);
  EXPECT_EQ(loaded->history.events().size(), everything().events().size());
  EXPECT_EQ(to_json_lines(loaded->history), text);
}

TEST(JsonLines, golden) {
  History history;
  const Symbol f = history.intern("handle");
  const Value key = Value::symbol(history.intern("m1"));
  const OperationIndex a = history.call(ClientId{0}, f, key, {}, Timestamp{1});
  history.effect(ClientId{0}, history.intern("notified"), key, Timestamp{5});
  history.returned(a, Outcome::ok, Value::symbol(history.intern("delivered")), Timestamp{7});
  history.crash(ProcessId{0}, Timestamp{9});
  EXPECT_EQ(to_json_lines(history), R"({"oncelab-history":1,"time":"steps"}
{"call":0,"client":0,"f":"handle","key":"m1","at":1}
{"effect":"notified","client":0,"key":"m1","at":5}
{"return":0,"output":"delivered","at":7}
{"crash":0,"at":9}
)");
}

TEST(JsonLines, are_of_the_oldest_version_that_has_all_of_it) {
  History history;
  const ClientId nemesis{0x8000'0000U};
  history.name_client(nemesis, "nemesis");
  history.note(nemesis, history.intern("start"), {}, Timestamp{3});
  EXPECT_EQ(to_json_lines(history), R"({"oncelab-history":2,"time":"steps"}
{"note":"start","client":"nemesis","at":3}
)");
  history.clear();
  EXPECT_EQ(to_json_lines(history), "{\"oncelab-history\":1,\"time\":\"steps\"}\n");
}

/// One line per event that is no operation: "nemesis start [3,4]".
std::string notes(const History& history) {
  std::string text;
  for (const Event& event : history.events()) {
    if (event.kind == EventKind::note) {
      text.append(history.client_name(event.client).value_or("?")).append(" ");
      text.append(history.text(event.label)).append(" ");
      text.append(to_text(history, event.value)).append("\n");
    }
  }
  return text;
}

TEST(Notes, of_the_nemesis_are_kept_by_every_reader_that_has_one) {
  const auto neutral = read_text(
      "{\"process\":\"nemesis\",\"type\":\"info\",\"f\":\"start\",\"value\":[3,4],\"time\":7}\n"
      "{\"process\":\"nemesis\",\"type\":\"info\",\"value\":{\"a\":1.5},\"time\":-1}\n"
      "{\"process\":0,\"type\":\"invoke\",\"f\":\"read\",\"time\":9}\n",
      "x");
  ASSERT_TRUE(neutral) << neutral.error().text;
  EXPECT_EQ(notes(neutral->history), "nemesis start [3,4]\nnemesis  \"{\\\"a\\\":1.5E0}\"\n");
  EXPECT_EQ(neutral->history.time_unit(), TimeUnit::nanoseconds);
  EXPECT_EQ(raw(neutral->history.events()[2].at), 9U);
  const auto edn = read_text(
      "[{:process :nemesis :type :info :f :start :value #{4 3}}\n"
      " {:process :admin, :type :info, :f 7, :value [[[[[[[[[[1]]]]]]]]]]}]",
      "x");
  ASSERT_TRUE(edn) << edn.error().text;
  EXPECT_EQ(notes(edn->history), "nemesis start [3,4]\nadmin  [[[[[[[[...]]]]]]]]\n");
  const auto etcd = read_text(
      "INFO  jepsen.util - :nemesis\t:info\t:start\tnil\n"
      "INFO  jepsen.util - :nemesis\t:info\t:start\t\"Cut off [1 2]\"\n",
      "x");
  ASSERT_TRUE(etcd) << etcd.error().text;
  EXPECT_EQ(notes(etcd->history), "nemesis start nil\nnemesis start \"\\\"Cut off [1 2]\\\"\"\n");
  for (const auto* const read : {&neutral, &edn, &etcd}) {
    const auto again = read_text(to_json_lines((*read)->history), "again");
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(notes(again->history), notes((*read)->history));
    EXPECT_EQ(content_hash(again->history), content_hash((*read)->history));
  }
}

TEST(JsonLines, bytes_that_are_not_text_are_replaced) {
  History history;
  history.call(ClientId{0}, history.intern("a\xff\xC0\x80\xED\xA0\x80z"), {}, {}, Timestamp{});
  const auto loaded = read_text(to_json_lines(history), "x");
  ASSERT_TRUE(loaded) << loaded.error().text;
}

TEST(Neutral, outcomes_and_answers) {
  const auto loaded = read_text(
      "\n"
      "{\"process\":0,\"type\":\"invoke\",\"f\":\"cas\",\"value\":[3,1],\"index\":5}\n"
      "{\"process\":-1,\"type\":\"invoke\",\"f\":\"read\",\"value\":null}\n"
      "{\"process\":\"nemesis\",\"type\":\"info\",\"f\":\"start\"}\n"
      "{\"process\":0,\"type\":\"ok\",\"f\":\"cas\",\"value\":[3,1],\"ok\":false}\n"
      "{\"process\":-1,\"type\":\"info\",\"f\":\"read\",\"value\":null}\n"
      "{\"process\":-1,\"type\":\"invoke\",\"f\":\"has\",\"key\":4,\"value\":null}\n"
      "{\"process\":-1,\"type\":\"ok\",\"f\":\"has\",\"key\":4,\"value\":true}",
      "x");
  ASSERT_TRUE(loaded) << loaded.error().text;
  const History& history = loaded->history;
  ASSERT_EQ(history.operations().size(), 3U);
  EXPECT_EQ(history.text(Symbol{history.operations()[0].output.index}), "false");
  EXPECT_EQ(history.operations()[0].input, Value::pair(3, 1));
  EXPECT_EQ(history.operations()[1].outcome, Outcome::unknown);
  EXPECT_EQ(history.client_name(history.operations()[1].client), "-1");
  EXPECT_EQ(history.text(Symbol{history.operations()[2].output.index}), "true");
}

TEST(Neutral, no_line_at_all_is_a_history_without_events) {
  for (const char* text : {"", "\n", "  \n\t\r\n"}) {
    const auto loaded = read_text(text, "x");
    ASSERT_TRUE(loaded) << loaded.error().text;
    EXPECT_TRUE(loaded->history.events().empty());
    EXPECT_EQ(loaded->format, Format::neutral_json_lines);
  }
}

TEST(EtcdLog, outcomes_and_answers) {
  const auto loaded = read_text(
      "INFO  jepsen.core - whatever this says\n"
      "INFO  jepsen.util - 0\t:invoke\t:cas\t[3 0]\n"
      "INFO  jepsen.util - :nemesis\t:info\t:start\tnil\n"
      "INFO  jepsen.util - 1\t:invoke\t:read\tnil\r\n"
      "INFO  jepsen.util - 2\t:invoke\t:write\t-4\n"
      "INFO  jepsen.util - 0\t:fail\t:cas\t[3 0]\n"
      "INFO  jepsen.util - 1\t:fail\t:read\t:timed-out\n"
      "INFO  jepsen.util - 2\t:info\t:write\t:timed-out\n",
      "x");
  ASSERT_TRUE(loaded) << loaded.error().text;
  EXPECT_EQ(loaded->format, Format::etcd_log);
  const auto operations = loaded->history.operations();
  ASSERT_EQ(operations.size(), 3U);
  EXPECT_EQ(operations[0].outcome, Outcome::ok);
  EXPECT_EQ(loaded->history.text(Symbol{operations[0].output.index}), "false");
  EXPECT_EQ(operations[1].outcome, Outcome::fail);
  EXPECT_EQ(operations[2].outcome, Outcome::unknown);
  EXPECT_EQ(operations[2].input, Value::integer(-4));
}

TEST(Read, a_file_that_is_not_there) {
  const auto missing = read_file("/no/such/file.jsonl");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().text, "cannot read /no/such/file.jsonl: No such file or directory");
  ASSERT_FALSE(read_file("/"));
  EXPECT_EQ(read_file("/").error().text, "/ is a directory; name a file");
}

}  // namespace
}  // namespace oncelab::history
