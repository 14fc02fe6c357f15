// A format that is asked for is the one that the input is read as, whatever it looks like.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include <oncelab/core/lab/history/read.hpp>

namespace oncelab::history {
namespace {

const std::map<std::string, std::string> samples{
    {"oncelab", "{\"oncelab-history\":1}\n{\"call\":0,\"client\":0,\"f\":\"f\"}\n"},
    {"neutral", "{\"process\":0,\"type\":\"invoke\",\"f\":\"f\"}\n"},
    {"edn", "{:process 0 :type :invoke :f :read}\n"},
    {"kv", "{:process 0, :type :invoke, :f :get, :key \"0\", :value nil}\n"},
    {"set", "1 invokes add 9\n"},
    {"etcd", "INFO  jepsen.util - 0\t:invoke\t:read\tnil\n"},
};

Result<LoadedHistory> read_as(std::string_view text, std::string_view format) {
  ReadOptions options;
  options.format = format_named(format).value();
  return read_text(text, "x", options);
}

TEST(Format, auto_and_the_right_name_read_the_same) {
  for (const auto& [name, text] : samples) {
    const auto detected = read_as(text, "auto");
    const auto named = read_as(text, name);
    ASSERT_TRUE(detected) << detected.error().text;
    ASSERT_TRUE(named) << named.error().text;
    EXPECT_EQ(named->format, detected->format) << name;
    EXPECT_EQ(named->history.operations().size(), 1U) << name;
  }
}

/// EDN reads more than what looks like it: a number is a form, too.
TEST(Format, a_wrong_name_is_an_error_of_that_reader) {
  for (const auto& [name, format] : samples) {
    for (const auto& [other, text] : samples) {
      if (format_named(name).value() != format_named(other).value()) {
        const auto read = read_as(text, name);
        ASSERT_FALSE(read) << name << ": " << text;
        EXPECT_TRUE(read.error().text.starts_with("x:1:")) << read.error().text;
        EXPECT_EQ(read.error().text.find("not a history"), std::string::npos) << name;
      }
    }
  }
}

TEST(Format, without_a_line_the_history_is_empty_in_the_format_asked_for) {
  const auto read = read_as("\n", "etcd");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->history.events().empty());
  EXPECT_EQ(read->format, Format::etcd_log);
}

TEST(Format, an_unknown_name_lists_the_known) {
  const auto format = format_named("xml\n");
  ASSERT_FALSE(format);
  EXPECT_EQ(format.error().kind, ErrorKind::unknown_name);
  EXPECT_EQ(format.error().text,
            "there is no format 'xml\\n'; there are: auto, oncelab, neutral, edn, kv, set, etcd");
}

}  // namespace
}  // namespace oncelab::history
