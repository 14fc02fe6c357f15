// What every reader does with what no recorder writes: an error with line and column, or the
// history that the same text has without it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include <oncelab/core/lab/history/read.hpp>
#include <oncelab/core/lab/history/write.hpp>

namespace oncelab::history {
namespace {

/// By the name of the format: a call and its return, each a line.
const std::map<std::string, std::string> samples{
    {"oncelab", "{\"oncelab-history\":1}\n{\"call\":0,\"client\":0,\"f\":\"f\"}\n{\"return\":0}\n"},
    {"neutral",
     "{\"process\":0,\"type\":\"invoke\",\"f\":\"f\"}\n{\"process\":0,\"type\":\"ok\",\"f\":\"f\"}"
     "\n"},
    {"edn", "{:process 0 :type :invoke :f :read}\n{:process 0 :type :ok :f :read :value 3}\n"},
    {"set", "1 invokes add 9\n1 returns true\n"},
    {"etcd", "INFO  jepsen.util - 0\t:invoke\t:read\tnil\nINFO  jepsen.util - 0\t:ok\t:read\t3\n"},
};

std::string outcome(std::string_view text, const ReadOptions& options = {}) {
  const auto read = read_text(text, "x", options);
  return read ? to_json_lines(read->history) : read.error().text;
}

std::string with(std::string text, std::string_view what, std::string_view instead) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += instead.size()) {
    text.replace(at, what.size(), instead);
  }
  return text;
}

std::size_t lines_of(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// "x:LINE:COLUMN: what".
std::string error_text(std::size_t line, std::size_t column, std::string_view what) {
  return "x:" + std::to_string(line) + ":" + std::to_string(column) + ": " + std::string(what);
}

TEST(HostileInput, carriage_returns_and_a_byte_order_mark_make_no_difference) {
  for (const auto& [name, text] : samples) {
    const std::string expected = outcome(text);
    ASSERT_TRUE(expected.starts_with("{\"oncelab-history\"")) << expected;
    EXPECT_EQ(outcome(with(text, "\n", "\r\n")), expected) << name;
    EXPECT_EQ(outcome("\xEF\xBB\xBF" + text), expected) << name;
  }
  EXPECT_EQ(outcome("\xEF\xBB\xBF[7]").substr(0, 6), "x:1:5:") << "columns count the mark";
}

TEST(HostileInput, nul_bytes_and_bytes_that_are_not_utf8_have_a_place) {
  for (const auto& [name, text] : samples) {
    const std::size_t line = lines_of(text);
    std::string wrong = text;
    wrong.insert(wrong.size() - 2, 1, '\0');
    const std::size_t column = wrong.size() - 2 - wrong.rfind('\n', wrong.size() - 2) - 1;
    EXPECT_EQ(outcome(wrong), error_text(line, column, "a NUL byte; a history is text")) << name;
    for (const char* const bytes :
         {"\x80", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF"}) {
      wrong = text;
      wrong.insert(wrong.size() - 2, bytes);
      EXPECT_EQ(
          outcome(wrong),
          error_text(line, column, "a byte that is not UTF-8; iconv converts other encodings"))
          << name;
    }
  }
}

TEST(HostileInput, a_line_without_end_stops_at_the_limit) {
  ReadOptions options;
  options.limits.line_bytes_max = 200;
  for (const auto& [name, text] : samples) {
    EXPECT_EQ(outcome(text, options), outcome(text)) << name;
    EXPECT_EQ(outcome(text + std::string(100'000, 'x'), options),
              error_text(lines_of(text) + 1, 201,
                         "the line is longer than 200 bytes; no line of a history is"))
        << name;
  }
  EXPECT_EQ(
      outcome("{:process 0 :type :invoke :f :f :value \"" + with(std::string(200, 'x'), "x", "y\n"),
              options)
          .substr(0, 39),
      error_text(1, 40, "a text is longer than 200 bytes"))
      << "a text of EDN may have several lines";
}

TEST(HostileInput, too_many_events_stop_at_the_limit) {
  ReadOptions options;
  options.limits.events_max = 1;
  for (const auto& [name, text] : samples) {
    EXPECT_EQ(outcome(text, options),
              error_text(lines_of(text), 1, "more than 1 events; split the history by key"))
        << name;
  }
}

/// Whatever is missing at the end: the answer is the history without its last event, or an error.
TEST(HostileInput, what_is_cut_off_is_never_another_history) {
  for (const auto& [name, text] : samples) {
    const std::string whole = outcome(text);
    const std::string half = outcome(text.substr(0, text.rfind('\n', text.size() - 2) + 1));
    const std::string nothing = outcome("");
    for (std::size_t length = 0; length < text.size(); ++length) {
      const std::string result = outcome(text.substr(0, length));
      const bool is_error = result.starts_with("x:1:") || result.starts_with("x:2:") ||
                            result.starts_with("x:3:") || result.starts_with("x:4:");
      EXPECT_TRUE(is_error || result == half || result == whole || result == nothing)
          << name << " cut at " << length << ": " << result;
    }
  }
}

TEST(HostileInput, deep_nesting_ends_at_the_limit) {
  const std::string deep(100'000, '[');
  EXPECT_EQ(outcome("{\"process\":0,\"type\":\"invoke\",\"f\":\"f\",\"value\":" + deep),
            error_text(1, 54, "lists are nested deeper than 8"));
  EXPECT_EQ(
      outcome("{\"oncelab-history\":1}\n{\"call\":0,\"client\":0,\"f\":\"f\",\"input\":" + deep),
      error_text(2, 46, "lists are nested deeper than 8"));
  EXPECT_EQ(outcome("{:process 0 :type :invoke :f :f :value " + deep),
            error_text(1, 104, "nested deeper than 64 forms"));
  EXPECT_EQ(outcome("INFO  jepsen.util - 0\t:invoke\t:read\t" + deep + "\n").substr(0, 7),
            "x:1:37:");
  EXPECT_EQ(outcome("1 invokes add " + deep + "\n").substr(0, 7), "x:1:15:");
}

}  // namespace
}  // namespace oncelab::history
