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

/// The value of one write, as text.
std::string value_of(std::string_view edn) {
  const auto read =
      read_text("{:process 0 :type :invoke :f :write :value " + std::string(edn) + "}", "x");
  return read ? to_text(read->history, read->history.operations()[0].input) : read.error().text;
}

TEST(Edn, what_means_the_same_is_the_same_value) {
  EXPECT_EQ(value_of("#{3 1 \"b\" 2 nil [2 1] [1 9 9] \"a\"}"), "[nil,1,2,3,a,b,[1,9,9],[2,1]]");
  EXPECT_EQ(value_of("#{1 [2 1] \"a\" nil 2 \"b\" [1 9 9] 3}"), "[nil,1,2,3,a,b,[1,9,9],[2,1]]");
  EXPECT_EQ(value_of("{:b 1, :a #{2 1}}"), "[a,[1,2],b,1]");
  EXPECT_EQ(value_of("{:a #{1 2} :b 1}"), "[a,[1,2],b,1]");
  EXPECT_EQ(value_of("(3 1 2)"), "[3,1,2]") << "the order of a list matters";
  EXPECT_EQ(value_of("+3N"), "3");
  EXPECT_EQ(value_of("#inst \"2020\""), value_of("\"2020\""));
}

TEST(Edn, what_no_history_holds_as_it_is_becomes_a_text) {
  EXPECT_EQ(value_of("1.5"), "\"1.5\"");
  EXPECT_EQ(value_of("22/7"), "\"22/7\"");
  EXPECT_EQ(value_of("1.5M"), "\"1.5M\"");
  EXPECT_EQ(value_of("9223372036854775808N"), "\"9223372036854775808N\"");
  EXPECT_EQ(value_of("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(value_of("##Inf"), "\"##Inf\"");
  EXPECT_EQ(value_of("[\\a \\newline \\( \\\xC3\xA4]"),
            R"(["\\a","\\newline","\\(","\\\xc3\xa4"])");
  EXPECT_EQ(value_of("\"a\\u00e4\\uD83D\\uDE00\""), R"("a\xc3\xa4\xf0\x9f\x98\x80")");
  EXPECT_EQ(value_of("\"two\r\n lines\""), R"("two\n lines")");
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
            "x:1:20: the :type is not :invoke, :ok, :fail or :info: foo");
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

}  // namespace
}  // namespace oncelab::history
