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

std::vector<Case> cases() {
  return {
      {"hello\n", "x:1: not a history: the first line is neither"},
      {"{\"a\":1}\n", "x:1: not a history"},
      {header + std::string("{\"call\":0\0}\n", 12), "x:2:10: a NUL byte"},
      {"{\"oncelab-history\":2}\n", "x:1: version 2 of the format; this program reads version 1"},
      {"{\"oncelab-history\":\"1\"}\n", "x:1: \"oncelab-history\" is not an integer from 0 to"},
      {"{\"oncelab-history\":1,\"time\":\"days\"}\n", "x:1: \"time\" is \"steps\""},
      {"{\"oncelab-history\":1,\"tiem\":\"steps\"}\n", "x:1: the member \"tiem\" is not known"},
      {header + "\n", "x:2: a blank line; each line is one JSON object"},
      {header + "[1]\n", "x:2:1: not a JSON object; each line is one"},
      {header + "{\"call\":0,\"client\":0,\"f\":\"f\"", "x:2:29: the last line is cut off"},
      {header + "{\"call\":0,\"client\":0,\"f\"}\n", "x:2:25: not a JSON object: syntax error"},
      {header + "{\"call\":0} {}\n", "x:2:12: not a JSON object: extra data"},
      {header + "{\"call\":0,\"f\":\"f\",\"call\":1}\n", "x:2:24: the key \"call\" comes twice"},
      {header + "{\"\":0,\"\":1}\n", "x:2:8: the key \"\" comes twice"},
      {header + "{\"call\":1,\"client\":0,\"f\":\"f\"}\n", "x:2: calls are numbered from 0"},
      {header + "{\"call\":0,\"client\":-1,\"f\":\"f\"}\n", "x:2: \"client\" is not an integer"},
      {header + "{\"call\":0,\"client\":0}\n", "x:2: \"f\" is missing"},
      {header + "{\"call\":0,\"client\":0,\"f\":\"f\",\"input\":1.5}\n", "x:2: \"input\" holds"},
      {header + "{\"call\":0,\"client\":0,\"f\":\"f\",\"key\":{}}\n", "x:2: \"key\" holds"},
      {header + "{\"call\":0,\"client\":0,\"f\":\"f\",\"key\":9223372036854775808}\n",
       "x:2: \"key\" holds something other than null, 64-bit integers"},
      {header + "{\"call\":0,\"client\":0,\"f\":\"f\",\"key\":[[[[[[[[[1]]]]]]]]]}\n",
       "x:2:44: lists are nested deeper than 8"},
      {header + "{\"call\":0,\"client\":0,\"f\":\"\xff\"}\n", "x:2:27: not a JSON object: "},
      {header + "{\"at\":0}\n", "x:2: not an event"},
      {header + "{\"crash\":0,\"restart\":0}\n", "x:2: one line is one event"},
      {header + "{\"clock\":\"1\"}\n", "x:2: \"clock\" is not a 64-bit integer"},
      {header + "{\"return\":0}\n", "x:2: a return of call 0, which has not been made"},
      {header + call + "{\"call\":1,\"client\":0,\"f\":\"f\"}\n",
       "x:3: client 0 calls again, but its call 0 has not returned"},
      {header + call + "{\"return\":0}\n{\"return\":0}\n", "x:4: call 0 returns a second time"},
      {header + call + "{\"return\":0,\"outcome\":\"maybe\"}\n", "x:3: \"outcome\" is"},
      {header + call + "{\"return\":0,\"outcome\":\"fail\",\"output\":1}\n",
       "x:3: only the outcome ok has an output"},
      {invoke + invoke, "x:2: client 0 invokes f, but its call in line 1 has no return yet"},
      {"{\"process\":0,\"type\":\"ok\",\"f\":\"f\",\"value\":1}\n",
       "x:1: client 0 has no open call"},
      {invoke + "{\"process\":0,\"type\":\"ok\",\"f\":\"g\",\"value\":1}\n",
       "x:2: client 0 called f in line 1, but returns from g"},
      {invoke + "{\"process\":0,\"type\":\"ko\",\"f\":\"f\",\"value\":1}\n", "x:2: \"type\" is"},
      {invoke + "{\"process\":0,\"type\":\"ok\",\"f\":\"f\",\"key\":1}\n", "x:2: the key is not"},
      {invoke + "{\"process\":0,\"type\":\"ok\",\"f\":\"f\",\"ok\":1}\n", "x:2: \"ok\" is not"},
      {invoke + "{\"process\":true,\"type\":\"ok\",\"f\":\"f\"}\n", "x:2: \"process\" is not"},
      {log + log, "x:2: client 0 invokes write, but its call in line 1 has no return yet"},
      {log + "INFO  jepsen.util - 0\t:ok\t:write\t4", "x:2: the last line is cut off"},
      {log + "INFO  jepsen.util - 0\t:ok\t:write\t5\n", "x:2: the value is not the one"},
      {log + "INFO  jepsen.util - 0\t:ok\t:write\t[1 2\n", "x:2: the value is not nil"},
      {log + "INFO  jepsen.util - 0\t:okay\t:write\t4\n", "x:2: the type is not :invoke"},
      {log + "INFO  jepsen.util - a\t:ok\t:write\t4\n", "x:2: the process is not a number: a"},
      {log + "INFO  jepsen.util - 1\t:invoke\t:add\t4\n", "x:2: the operation is not :read"},
      {log + "INFO  jepsen.util - 1\t:invoke\t:cas\t4\n", "x:2: the value does not fit cas: 4"},
      {log + "INFO\n", "x:2: not a line of a Jepsen log"},
  };
}

TEST(ReadErrors, name_the_place_and_the_cause) {
  for (const Case& bad : cases()) {
    const auto loaded = read_text(bad.text, "x");
    ASSERT_FALSE(loaded) << bad.text;
    EXPECT_EQ(loaded.error().kind, ErrorKind::bad_input);
    EXPECT_TRUE(loaded.error().text.starts_with(bad.error))
        << bad.text << "gives    " << loaded.error().text << "\nexpected " << bad.error;
    EXPECT_EQ(loaded.error().text.find('\n'), std::string::npos);
  }
}

TEST(ReadErrors, limits) {
  ReadOptions options;
  options.limits.line_bytes_max = 100;
  const std::string long_line =
      header + "{\"call\":0,\"f\":\"" + std::string(100'000, 'x') + "\"}\n";
  EXPECT_TRUE(read_text(long_line, "x", options)
                  .error()
                  .text.starts_with("x:2: the line is longer than 100 bytes"));
  options = {};
  options.limits.events_max = 1;
  EXPECT_EQ(read_text(header + "{\"crash\":0}\n{\"crash\":0}\n", "x", options).error().text,
            "x:3: more than 1 events; split the history by key");
}

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
