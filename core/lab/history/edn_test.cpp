#include <gtest/gtest.h>

#include <oncelab/core/lab/history/read.hpp>
#include <oncelab/core/lab/history/text.hpp>
#include <oncelab/core/lab/history/write.hpp>

namespace oncelab::history {
namespace {

std::string error_of(std::string_view text) {
  const auto read = read_text(text, "x");
  return read ? "no error" : read.error().text;
}

TEST(Edn, reads_a_vector_of_maps_with_all_that_edn_has) {
  const auto read = read_text(
      "; a comment\n"
      "[{:process 0, :type :invoke, :f :write, :value 3, :time 17}\n"
      " #_{:process 9} #jepsen.history.Op{:process 1 :type :invoke :f :cas :value [3 +4N]\n"
      "  :error {:a #{1 2} :b \"\\\"x\\\"\"}}\n"
      " {:process :nemesis :type :info :f :start :value nil}\n"
      " {:process 0 :type :ok :f :write :value 3 :time 20}\n"
      " {:process 1 :type :info :f :cas :value [3 4] :error :timeout} ; lost\n"
      " {:process 2 :type :invoke :f :txn :value [[:read :x nil] [:write :y 1.5]]}\n"
      "]\n",
      "x");
  ASSERT_TRUE(read) << read.error().text;
  EXPECT_EQ(read->format, Format::jepsen_edn);
  const History& h = read->history;
  ASSERT_EQ(h.operations().size(), 3U);
  EXPECT_EQ(h.time_unit(), TimeUnit::nanoseconds);
  EXPECT_EQ(h.operations()[0].outcome, Outcome::ok);
  EXPECT_EQ(h.operations()[0].output, Value::integer(3));
  EXPECT_EQ(h.operations()[1].input, Value::pair(3, 4));
  EXPECT_EQ(h.operations()[1].outcome, Outcome::unknown);
  EXPECT_EQ(to_text(h, h.operations()[2].input), "[[read,x,nil],[write,y,\"1.5\"]]");
  const auto again = read_text(to_json_lines(h), "again");
  ASSERT_TRUE(again) << again.error().text;
  EXPECT_EQ(again->history.operations().size(), 3U);
}

TEST(Edn, reads_maps_without_a_vector_and_with_keys) {
  const auto read = read_text(
      "{:process 9, :type :invoke, :f :append, :key \"0\", :value \"x 9 0 y\"}\n"
      "{:process 9, :type :ok, :f :append, :key \"0\", :value \"x 9 0 y\"}\n",
      "x");
  ASSERT_TRUE(read) << read.error().text;
  const History& h = read->history;
  ASSERT_EQ(h.operations().size(), 1U);
  EXPECT_EQ(to_text(h, h.operations()[0].key), "\"0\"");
  EXPECT_EQ(to_text(h, h.operations()[0].input), "\"x 9 0 y\"");
  EXPECT_TRUE(read_text("[]", "x"));
  EXPECT_TRUE(read_text("()\n", "x"));
}

TEST(Edn, errors_name_line_and_column) {
  EXPECT_EQ(error_of("[{:process 0, :type :invoke, :f :read}\n"),
            "x:2:1: the input ends inside of the history that was opened in line 1");
  EXPECT_EQ(error_of("[{:process 0\n:type :invoke"),
            "x:3:1: the input ends inside of what was opened in line 1");
  EXPECT_EQ(error_of("[{:process 0 :type}]"), "x:1:20: a map has a key without a value");
  EXPECT_EQ(error_of("[{:process 0 :type :invoke :f :read :value \"a}]"),
            "x:1:48: a text does not end in its line");
  EXPECT_EQ(error_of("[{:process 0 :type :invoke :f :read :value }]]"),
            "x:1:45: a map has a key without a value");
  EXPECT_EQ(error_of("[7]"), "x:1:3: not an operation: a map with :process, :type, :f and :value");
  EXPECT_EQ(error_of("[{:process 0 :type :ok :f :read}]"),
            "x:1: client 0 has no open call that could return");
  EXPECT_EQ(error_of("[] 1"), "x:1:4: the history has ended, but there is more");
  EXPECT_EQ(error_of("[" + std::string(100, '[')), "x:1:13: nested deeper than 10 forms");
  EXPECT_EQ(error_of("[{:process 0 :type :maybe :f :read}]").find("x:1"), 0U);
  EXPECT_EQ(error_of("[)]"), "x:1:2: not a value: )");
  EXPECT_EQ(error_of("[#]"), "x:1:3: a tag without a name");
  EXPECT_EQ(error_of("[\"\\q\"]"),
            "x:1:4: an escape that is not one of \\\" \\\\ \\n \\t \\r \\b \\f");
}

TEST(Edn, discards_within_discards_are_nested_too) {
  std::string deep = "[";
  std::string flat = "[";
  for (int i = 0; i < 100'000; ++i) {
    deep += "#_ ";
    flat += "#_ 1 ";
  }
  EXPECT_NE(error_of(deep + " 1]").find("nested deeper than"), std::string::npos);
  EXPECT_EQ(error_of(flat + "]"), "no error");
}

TEST(Edn, is_told_from_json_by_how_it_begins) {
  for (const char* const text : {"{:process 0, :type :invoke, :f :write, :value \"process\"}",
                                 "{:index 0,\n :process 0 :type :invoke :f :read}",
                                 "{\n:process 0 :type :invoke :f :read}"}) {
    const auto read = read_text(text, "x");
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(read->format, Format::jepsen_edn);
    EXPECT_EQ(read->history.operations().size(), 1U);
  }
  EXPECT_EQ(error_of("[{:process 0 :type :foo :f :read}]"),
            "x:1:34: the :type is not :invoke, :ok, :fail or :info: foo");
}

TEST(SetLog, reads_calls_and_answers) {
  const auto read = read_text("1 invokes add 9\n2 invokes contains 9\n1 returns true\n", "x");
  ASSERT_TRUE(read) << read.error().text;
  EXPECT_EQ(read->format, Format::set_log);
  const History& h = read->history;
  ASSERT_EQ(h.operations().size(), 2U);
  EXPECT_EQ(h.operations()[0].key, Value::integer(9));
  EXPECT_EQ(to_text(h, h.operations()[0].output), "true");
  EXPECT_FALSE(h.operations()[1].returned());
}

TEST(SetLog, errors_name_the_line) {
  EXPECT_EQ(error_of("1 invokes add 9\n1 invokes add 9\n"),
            "x:2: client 1 invokes add, but its call in line 1 has no return yet");
  EXPECT_EQ(error_of("1 invokes add 9\n1 returns maybe\n"),
            "x:2: the answer is not true or false: maybe");
  EXPECT_EQ(error_of("1 invokes add 9\n2 returns true\n"),
            "x:2: client 2 has no open call that could return");
  EXPECT_EQ(error_of("1 invokes add x\n"), "x:1: the member is not one number: x");
  EXPECT_EQ(error_of("1 invokes jump 1\n"),
            "x:1: the operation is not add, remove or contains: jump");
  EXPECT_EQ(error_of("1 invokes add 1"),
            "x:1: the last line is cut off: it does not end with a newline");
}

}  // namespace
}  // namespace oncelab::history
