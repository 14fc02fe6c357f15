// Independent keys and drains: what Jepsen wraps around operations comes out as what was meant.
#include <gtest/gtest.h>

#include <string>

#include <oncelab/core/lab/history/read.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/history/write.hpp>

namespace oncelab::history {
namespace {

/// "0 invoke read [1 nil]" a line.
std::string edn(std::string_view events) {
  std::string text;
  while (!events.empty()) {
    const std::string_view line = events.substr(0, events.find('\n'));
    events.remove_prefix(std::min(line.size() + 1, events.size()));
    const std::size_t type = line.find(' ');
    const std::size_t f = line.find(' ', type + 1);
    const std::size_t value = line.find(' ', f + 1);
    text.append("{:process ").append(line.substr(0, type));
    text.append(" :type :").append(line.substr(type + 1, f - type - 1));
    text.append(" :f :").append(line.substr(f + 1, value - f - 1));
    text.append(" :value ").append(line.substr(value + 1)).append("}\n");
  }
  return text;
}

std::string seen(const Result<LoadedHistory>& read) {
  if (!read) {
    return read.error().text;
  }
  std::string text;
  for (std::uint32_t i = 0; i < read->history.operations().size(); ++i) {
    text.append(to_text(read->history, OperationIndex{i})).append("\n");
  }
  const auto again = read_text(to_json_lines(read->history), "again");
  EXPECT_TRUE(again) << again.error().text;
  EXPECT_EQ(to_json_lines(again->history), to_json_lines(read->history));
  return text;
}

std::string operations(std::string_view events, IndependentKeys independent = {}) {
  const ReadOptions options{
      .format = {}, .limits = {}, .independent = independent, .sink = nullptr};
  return seen(read_text(edn(events), "x", options));
}

constexpr std::string_view registers =
    "0 invoke write [7 3]\n"
    "1 invoke read [8 nil]\n"
    "2 invoke cas [7 [3 4]]\n"
    "0 ok write [7 3]\n"
    "1 ok read [8 5]\n"
    "2 info cas [7 [3 4]]\n";

TEST(IndependentKeys, are_found_where_values_can_be_nothing_else) {
  EXPECT_EQ(operations(registers),
            "client 0: write 3 key 7\n"
            "client 1: read key 8 -> 5\n"
            "client 2: cas [3,4] key 7 -> ?\n");
  EXPECT_EQ(operations("0 invoke write [:k 3]\n0 ok write [:k 3]\n1 invoke cas [:k [1 2]]\n"),
            "client 0: write 3 key k\n"
            "client 1: cas [1,2] key k -> ?\n");
  EXPECT_EQ(operations("0 invoke acquire [1 nil]\n0 ok acquire [1 nil]\n"),
            "client 0: acquire key 1 -> nil\n");
}

TEST(IndependentKeys, are_not_found_where_values_may_be_meant_as_they_are) {
  const std::string writes = "0 invoke write [7 3]\n0 ok write [7 3]\n";
  EXPECT_EQ(operations(writes), "client 0: write [7,3]\n");
  EXPECT_EQ(operations(writes + "0 invoke read nil\n0 ok read [7 3]\n"),
            "client 0: write [7,3]\nclient 0: read -> [7,3]\n");
  EXPECT_EQ(operations("0 invoke cas [nil 3]\n0 fail cas [nil 3]\n"),
            "client 0: cas [nil,3] -> did not happen\n");
  EXPECT_EQ(operations("0 invoke cas [3 nil]\n0 ok cas [3 nil]\n"), "client 0: cas [3,nil]\n");
  EXPECT_EQ(operations("0 invoke read [7 nil]\n0 ok read [8 1]\n"),
            "client 0: read [7,nil] -> [8,1]\n");
  EXPECT_EQ(operations("0 invoke txn [[:w 1 2] [:w 3 4]]\n0 ok txn [[:w 1 2] [:w 3 4]]\n"),
            "client 0: txn [[w,1,2],[w,3,4]]\n");
}

TEST(IndependentKeys, are_read_as_asked) {
  const std::string writes = "0 invoke write [7 3]\n0 ok write [7 3]\n";
  EXPECT_EQ(operations(writes, IndependentKeys::yes), "client 0: write 3 key 7\n");
  EXPECT_EQ(operations(registers, IndependentKeys::no).substr(0, 22), "client 0: write [7,3]\n");
  EXPECT_EQ(operations("0 invoke write 3\n", IndependentKeys::yes),
            "x:1:44: with independent keys a value is [KEY VALUE], and all there is");
  EXPECT_EQ(operations("0 invoke write [7 3]\n0 ok write [8 3]\n", IndependentKeys::yes),
            "x:2:1: the key is not the one of the call");
  const ReadOptions options{
      .format = {}, .limits = {}, .independent = IndependentKeys::yes, .sink = nullptr};
  EXPECT_EQ(seen(read_text("1 invokes add 9\n", "x", options)),
            "x:1:1: independent keys are known in EDN and process/type JSON lines only; this is "
            "read as: set log");
  const auto read = read_text(edn(registers), "x");
  ASSERT_TRUE(read);
  EXPECT_EQ(description(*read), "Jepsen EDN, values are [KEY VALUE]");
}

TEST(IndependentKeys, are_found_in_process_type_lines_too) {
  EXPECT_EQ(seen(read_text("{\"process\":0,\"type\":\"invoke\",\"f\":\"read\",\"value\":[7,null]}\n"
                           "{\"process\":0,\"type\":\"ok\",\"f\":\"read\",\"value\":[7,1]}\n",
                           "x")),
            "client 0: read key 7 -> 1\n");
}

constexpr std::string_view puts =
    "0 invoke enqueue 1\n0 ok enqueue 1\n"
    "0 invoke enqueue 2\n0 ok enqueue 2\n"
    "0 invoke enqueue 3\n0 info enqueue 3\n";
constexpr std::string_view put =
    "client 0: enqueue 1\nclient 0: enqueue 2\nclient 0: enqueue 3 -> ?\n";

/// The kinds and clients of all events behind those of `puts`.
std::string order(const Result<LoadedHistory>& read) {
  if (!read) {
    return read.error().text;
  }
  std::string text;
  for (const Event& event : read->history.events().subspan(6)) {
    const auto name = read->history.client_name(event.client);
    text.append(event.kind == EventKind::call ? "+" : "-");
    text.append(name ? std::string(*name) : std::to_string(raw(event.client))).append(" ");
  }
  return text;
}

TEST(Drain, that_nothing_interrupts_is_dequeues_in_its_order) {
  const std::string events = std::string(puts) + "1 invoke drain nil\n1 ok drain [2 1]\n";
  EXPECT_EQ(operations(events),
            std::string(put) + "client 1: dequeue -> 2\nclient 1: dequeue -> 1\n");
  EXPECT_EQ(order(read_text(edn(events), "x")), "+1 -1 +1 -1 ");
}

TEST(Drain, that_overlaps_others_is_dequeues_that_overlap) {
  const std::string events = std::string(puts) +
                             "1 invoke drain nil\n"
                             "2 invoke drain nil\n"
                             "1 ok drain [1 3 \"x\"]\n"
                             "2 ok drain (2)\n";
  EXPECT_EQ(operations(events), std::string(put) +
                                    "client 1: dequeue -> 1\n"
                                    "client 1/2: dequeue -> 3\n"
                                    "client 1/3: dequeue -> x\n"
                                    "client 2: dequeue -> 2\n");
  EXPECT_EQ(order(read_text(edn(events), "x")), "+1 +1/2 +1/3 +2 -1 -1/2 -1/3 -2 ");
}

/// 1 was taken by another; so it can have had 2 and 3, and no more.
TEST(Drain, with_unknown_outcome_may_have_taken_all_that_nobody_got) {
  const std::string taken = "1 invoke dequeue nil\n1 ok dequeue 1\n";
  EXPECT_EQ(operations(std::string(puts) + taken + "2 invoke drain nil\n2 info drain nil\n"),
            std::string(put) +
                "client 1: dequeue -> 1\nclient 2: dequeue -> ?\nclient 2/2: dequeue -> ?\n");
  EXPECT_EQ(operations(std::string(puts) + "2 invoke drain nil\n" + taken +
                       "1 invoke enqueue 2\n1 ok enqueue 2\n"),
            std::string(put) +
                "client 2: dequeue -> ?\nclient 2/2: dequeue -> ?\nclient 2/3: dequeue -> ?\n"
                "client 1: dequeue -> 1\nclient 1: enqueue 2\n");
}

TEST(Drain, that_failed_or_found_nothing_is_nothing) {
  for (const char* const drain : {"2 fail drain nil\n", "2 ok drain []\n", "2 ok drain nil\n"}) {
    EXPECT_EQ(operations(std::string(puts) + "2 invoke drain nil\n" + drain), put) << drain;
  }
}

TEST(Drain, counts_per_key) {
  EXPECT_EQ(operations("0 invoke enqueue [7 1]\n0 ok enqueue [7 1]\n"
                       "1 invoke drain [8 nil]\n1 info drain nil\n"
                       "2 invoke drain [7 nil]\n2 ok drain [7 [1]]\n"),
            "client 0: enqueue 1 key 7\nclient 2: dequeue key 7 -> 1\n");
}

TEST(Drain, of_what_is_no_queue_or_answers_no_list_stays) {
  EXPECT_EQ(operations("0 invoke drain nil\n0 ok drain [1 2]\n"), "client 0: drain -> [1,2]\n");
  EXPECT_EQ(operations(std::string(puts) + "1 invoke drain nil\n1 ok drain 7\n"),
            std::string(put) + "client 1: drain -> 7\n");
}

TEST(Drain, does_not_take_the_name_of_another_client) {
  EXPECT_EQ(
      seen(read_text("{\"process\":\"a/2\",\"type\":\"invoke\",\"f\":\"enqueue\",\"value\":1}\n"
                     "{\"process\":\"b\",\"type\":\"invoke\",\"f\":\"enqueue\",\"value\":2}\n"
                     "{\"process\":\"a\",\"type\":\"invoke\",\"f\":\"drain\"}\n",
                     "x")),
      "client a/2: enqueue 1 -> ?\nclient b: enqueue 2 -> ?\n"
      "client a: dequeue -> ?\nclient a/2': dequeue -> ?\n");
}

TEST(Drain, too_many_stop_at_the_limit) {
  ReadOptions options;
  options.limits.events_max = 100;
  std::string events;
  for (int i = 0; i < 20; ++i) {
    const std::string put_one = " enqueue " + std::to_string(i) + "\n";
    events.append("0 invoke").append(put_one).append("0 ok").append(put_one);
  }
  for (int i = 1; i < 10; ++i) {
    events.append(std::to_string(i)).append(" invoke drain nil\n");
  }
  EXPECT_EQ(seen(read_text(edn(events), "x", options)),
            "x:50:1: more than 100 events, with drains as dequeues; split the history");
}

}  // namespace
}  // namespace oncelab::history
