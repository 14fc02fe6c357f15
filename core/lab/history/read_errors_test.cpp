// Bad input gives one line that names the place and the cause, and never a crash.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/history/read.hpp>
#include <oncelab/core/lab/history/write.hpp>

namespace oncelab::history {
namespace {

const std::string header = "{\"oncelab-history\":1}\n";
const std::string call = "{\"call\":0,\"client\":0,\"f\":\"f\"}\n";
const std::string invoke = "{\"process\":0,\"type\":\"invoke\",\"f\":\"f\",\"value\":1}\n";
const std::string log = "INFO  jepsen.util - 0\t:invoke\t:write\t4\n";

struct Case {
  std::string text;
  std::string error;
};

std::vector<Case> lab_cases() {
  const std::string deep = "{\"call\":0,\"client\":0,\"f\":\"f\",\"key\":[[[[[[[[[1]]]]]]]]]}\n";
  return {
      {header + std::string("{\"call\":0\0}\n", 12), "2:10: a NUL byte"},
      {"{\"oncelab-history\":3}\n", "1:20: version 3 of the format; this program reads 1 and 2"},
      {"{\"oncelab-history\":0}\n", "1:20: version 0 of the format"},
      {"{\"oncelab-history\":\"1\"}\n", "1:20: \"oncelab-history\" is not an integer from 0 to"},
      {"{\"oncelab-history\":1,\"time\":\"days\"}\n", "1:29: \"time\" is \"steps\""},
      {"{\"oncelab-history\":1,\"tiem\":\"steps\"}\n", "1:22: the member \"tiem\" is not known"},
      {header + "\n", "2:1: a blank line; each line is one JSON object"},
      {header + "[1]\n", "2:1: not a JSON object; each line is one"},
      {header + "{\"call\":0,\"client\":0,\"f\":\"f\"", "2:29: the last line is cut off"},
      {header + "{\"call\":0,\"client\":0,\"f\"}\n", "2:25: not a JSON object: syntax error"},
      {header + "{\"call\":0} {}\n", "2:12: not a JSON object: extra data"},
      {header + "{\"call\":0,\"f\":\"f\",\"call\":1}\n", "2:19: the key \"call\" comes twice"},
      {header + "{\"\":0,\"\":1}\n", "2:7: the key \"\" comes twice"},
      {header + R"({"x-\"":0, "x-\"":1})" + "\n", R"(2:12: the key "x-\"" comes twice)"},
      {header + "{\"call\":1,\"client\":0,\"f\":\"f\"}\n", "2:9: calls are numbered from 0"},
      {header + "{\"call\":0,\"client\":-1,\"f\":\"f\"}\n", "2:20: \"client\" is not an integer"},
      {header + " {\"call\":0,\"client\":0}\n", "2:2: \"f\" is missing"},
      {header + "{\"call\":0,\"client\":0,\"f\":\"f\",\"input\":1.5}\n", "2:38: \"input\" holds"},
      {header + "{\"call\":0,\"client\":0,\"f\":\"f\",\"key\":{}}\n", "2:36: \"key\" holds"},
      {header + "{\"call\":0,\"client\":0,\"f\":\"f\",\"key\":[\"{1.5\", [1], [-1, {}]]}\n",
       "2:55: \"key\" holds"},
      {header + "{\"call\":0,\"client\":0,\"f\":\"f\",\"key\":9223372036854775808}\n",
       "2:36: \"key\" holds something other than null, 64-bit integers"},
      {header +
           "{\"x-key\":[{\"key\":1}],\"call\":0,\"client\":0,\"f\":\"f\",\"k\\u0065y\":[1e3]}\n",
       "2:62: \"key\" holds"},
      {header + deep, "2:44: lists are nested deeper than 8"},
      {header + "{\"call\":0,\"client\":0,\"f\":\"\xff\"}\n", "2:27: a byte that is not UTF-8"},
      {header + "{\"at\":0}\n", "2:1: not an event"},
      {header + "{\"at\":18446744073709551616,\"crash\":0}\n", "2:7: \"at\" is not an integer"},
      {header + "{\"crash\":0,\"restart\":0}\n", "2:12: one line is one event"},
      {header + "{\"clock\":\"1\"}\n", "2:10: \"clock\" is not a 64-bit integer"},
      {header + "{\"return\":0}\n", "2:11: a return of call 0, which has not been made"},
      {header + "{\"note\":\"n\",\"client\":0}\n", "2:2: version 1 of the format has no notes"},
      {"{\"oncelab-history\":2}\n{\"note\":0,\"client\":0}\n", "2:9: \"note\" is not a text"},
      {header + call + "{\"call\":1,\"client\":0,\"f\":\"f\"}\n",
       "3:20: client 0 calls again, but its call 0 has not returned"},
      {header + call + "{\"return\":0}\n{\"return\":0}\n", "4:11: call 0 returns a second time"},
      {header + call + "{\"return\":0,\"outcome\":\"maybe\"}\n", "3:23: \"outcome\" is"},
      {header + call + "{\"return\":0,\"outcome\":\"fail\",\"output\":1}\n",
       "3:39: only the outcome ok has an output"},
  };
}

std::vector<Case> neutral_cases() {
  return {
      {"hello\n", "1:1: not a history: the first line is neither"},
      {"\n  {\"a\":1}\n", "2:3: not a history"},
      {invoke + invoke, "2:12: client 0 invokes f, but its call in line 1 has no return yet"},
      {"{\"process\":0,\"type\":\"ok\",\"f\":\"f\",\"value\":1}\n",
       "1:12: client 0 has no open call"},
      {invoke + "{\"process\":0,\"type\":\"ok\",\"f\":\"g\",\"value\":1}\n",
       "2:30: client 0 called f in line 1, but returns from g"},
      {invoke + "{\"process\":0,\"type\":\"ko\",\"f\":\"f\",\"value\":1}\n", "2:21: \"type\" is"},
      {invoke + "{\"process\":0,\"type\":\"ok\",\"f\":\"f\",\"key\":1}\n", "2:40: the key is not"},
      {invoke + "{\"process\":0,\"type\":\"ok\",\"f\":\"f\",\"ok\":1}\n", "2:39: \"ok\" is not"},
      {invoke + "{\"process\":true,\"type\":\"ok\",\"f\":\"f\"}\n",
       "2:12: \"process\" is neither a 64-bit integer nor a text"},
      {invoke + "{\"process\":0,\"type\":\"ok\",\"f\":\"f\",\"value\":1,\"time\":-1}\n",
       "2:51: \"time\" is not"},
      {invoke + "{\"process\":0,\"type\":\"ok\"", "2:25: the last line is cut off"},
      {invoke + "{\"process\":99999999999999999999,\"type\":\"ok\"}\n",
       "2:12: \"process\" is neither"},
  };
}

std::vector<Case> log_cases() {
  return {
      {log + log, "2:21: client 0 invokes write, but its call in line 1 has no return yet"},
      {log + "INFO  jepsen.util - 0\t:ok\t:write\t4", "2:35: the last line is cut off"},
      {log + "INFO  jepsen.util - 0\t:ok\t:write\t5\n", "2:34: the value is not the one"},
      {log + "INFO  jepsen.util - 0\t:ok\t:cas\t5\n", "2:27: client 0 called write in line 1"},
      {log + "INFO  jepsen.util - 0\t:ok\t:write\t[1 2\n", "2:34: the value is not nil"},
      {log + "INFO  jepsen.util - 0\t:ok\t:write\n", "2:33: the value is not nil"},
      {log + "INFO  jepsen.util - 0\t:okay\t:write\t4\n", "2:23: the type is not :invoke"},
      {log + "INFO  jepsen.util - a\t:ok\t:write\t4\n", "2:21: the process is not a number: a"},
      {log + "INFO  jepsen.util - 1\t:invoke\t:add\t4\n", "2:31: the operation is not :read"},
      {log + "INFO  jepsen.util - 1\t:invoke\t:cas\t4\n", "2:36: the value does not fit cas: 4"},
      {log + "INFO  jepsen.util - 1\t:invoke\t:write\t9223372036854775808\n",
       "2:38: the value does not fit write: 9223372036854775808"},
      {log + "INFO  jepsen.util - 99999999999999999999\t:invoke\t:write\t1\n",
       "2:21: the process is not a number"},
      {log + "INFO\n", "2:5: not a line of a Jepsen log"},
      {"1 invokes add 9\n1 invokes add 9\n",
       "2:1: client 1 invokes add, but its call in line 1 has no return yet"},
      {"1 invokes add 9\n1 returns maybe\n", "2:11: the answer is not true or false: maybe"},
      {"1 invokes add 9\n1 returns\n", "2:10: the answer is not true or false: "},
      {"1 invokes add 9\n1 returns true 9\n", "2:16: the answer is not true or false: 9"},
      {"1 invokes add 9\n2 returns true\n", "2:1: client 2 has no open call that could return"},
      {"1 invokes add 9\n1 answers true\n", "2:3: not a line of a set log"},
      {"1 invokes add 9\nx returns true\n", "2:1: not a line of a set log"},
      {"1 invokes add x\n", "1:15: the member is not one number: x"},
      {"1 invokes add 1 2\n", "1:17: the member is not one number: 2"},
      {"1 invokes add 9223372036854775808\n", "1:15: the member is not one number"},
      {"1 invokes jump 1\n", "1:11: the operation is not add, remove or contains: jump"},
      {"1 invokes add 1", "1:16: the last line is cut off: it does not end with a newline"},
  };
}

std::vector<Case> edn_cases() {
  const std::string begin = "[{:process 0, :type :invoke, :f :read}\n";
  return {
      {begin, "2:1: the input ends inside of the history that was opened in line 1"},
      {"[{:process 0\n:type :invoke", "2:14: the input ends inside of what was opened in line 1"},
      {"[{:process 0 :type}]", "1:14: a map has a key without a value"},
      {"[{:process 0 :type :invoke :f :read :value \"a}]", "1:44: a text that does not end"},
      {"[{:process 0 :type :invoke :f :read :value }]]", "1:37: a map has a key without a value"},
      {"[7]", "1:2: not an operation: a map with :process, :type, :f and :value"},
      {"[{:process 0 :type :ok :f :read}]", "1:12: client 0 has no open call that could return"},
      {begin + "{:process 0 :type :ok\n :f :write}]",
       "3:5: client 0 called read in line 1, but returns from write"},
      {begin + "{:process\n0 :type :invoke :f :read}]",
       "3:1: client 0 invokes read, but its call in line 1 has no return yet"},
      {begin + "{:process 0 :type :ok :f :read :key 7}]",
       "2:37: the key is not the one of the call"},
      {"[] 1", "1:4: the history has ended, but there is more"},
      {"[" + std::string(100, '['), "1:67: nested deeper than 64 forms"},
      {"[{:process 0 :type :invoke :f :write :value [[[[[[[[#{1}]]]]]]]]}]",
       "1:53: lists are nested deeper than 8"},
      {"[{:process 0 :type :maybe :f :read}]",
       "1:20: the :type is not :invoke, :ok, :fail or :info"},
      {"[{:process 0 :type 7 :f :read}]", "1:20: the :type is not"},
      {"[{:process 0 :type :invoke :f 7}]", "1:31: the :f is not a keyword"},
      {"[{:process 99999999999999999999 :type :invoke :f :read}]", "1:12: the process is neither"},
      {"[ {:type :invoke :f :read}]", "1:3: an operation lacks :process, :type or :f"},
      {"[{:process 0 :type :invoke :f :read :f :write}]", "1:37: the key :f comes twice"},
      {"[)]", "1:2: not a value: )"},
      {"[@x]", "1:2: not a value: @x"},
      {"[{\"process\": 0}]", "1:12: not a value: a colon without a name; JSON is another format"},
      {"[#]", "1:2: not a value: # begins a set"},
      {"[#1 2]", "1:2: not a value: # begins a set"},
      {"[\"\\q\"]", "1:3: an escape that is not one of"},
      {"[\"\\u12\"]", "1:4: \\u is followed by four hexadecimal digits"},
      {"[\"\\ud800\"]", "1:3: an escape of half a character"},
      {"[\"\xC3\xA4\t\\q\"]", "1:6: an escape that is not one of"},
  };
}

void expect_errors(const std::vector<Case>& cases) {
  for (const Case& bad : cases) {
    const auto loaded = read_text(bad.text, "x");
    ASSERT_FALSE(loaded) << bad.text;
    EXPECT_EQ(loaded.error().kind, ErrorKind::bad_input);
    EXPECT_TRUE(loaded.error().text.starts_with("x:" + bad.error))
        << bad.text << "\ngives    " << loaded.error().text << "\nexpected x:" << bad.error;
    EXPECT_EQ(loaded.error().text.find('\n'), std::string::npos);
  }
}

TEST(ReadErrors, of_oncelab_lines_name_the_place_and_the_cause) { expect_errors(lab_cases()); }
TEST(ReadErrors, of_neutral_lines_name_the_place_and_the_cause) { expect_errors(neutral_cases()); }
TEST(ReadErrors, of_logs_name_the_place_and_the_cause) { expect_errors(log_cases()); }
TEST(ReadErrors, of_edn_name_the_place_and_the_cause) { expect_errors(edn_cases()); }

TEST(ReadErrors, notes_of_ones_own_are_ignored) {
  EXPECT_TRUE(read_text(header + "{\"crash\":0,\"x-why\":{\"a\":[1.5]}}\n", "x"));
}

/// Every single-byte change and every truncation of a good file gives a history or an error.
TEST(ReadErrors, no_bytes_do_harm) {
  const std::string good[] = {
      header + call + "{\"effect\":\"e\",\"client\":\"w\",\"key\":[1,\"a\"]}\n{\"return\":0}\n",
      invoke + "{\"process\":0,\"type\":\"ok\",\"f\":\"f\",\"value\":[1,2],\"ok\":true}\n",
      log +
          "INFO  jepsen.util - 1\t:invoke\t:cas\t[3 0]\nINFO  jepsen.util - 0\t:info\t:write\t4\n",
  };
  Prng random(Seed{1});
  for (const std::string& text : good) {
    ASSERT_TRUE(read_text(text, "x")) << read_text(text, "x").error().text;
    for (std::size_t i = 0; i < text.size(); ++i) {
      (void)read_text(text.substr(0, i), "x");
      for (int n = 0; n < 40; ++n) {
        std::string changed = text;
        changed[i] = static_cast<char>(random.below(256));
        if (const auto loaded = read_text(changed, "x")) {
          EXPECT_TRUE(read_text(to_json_lines(loaded->history), "x")) << changed;
        }
      }
    }
  }
}

}  // namespace
}  // namespace oncelab::history
