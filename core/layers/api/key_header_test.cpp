#include <gtest/gtest.h>

#include <initializer_list>

#include <oncelab/core/layers/api/key_header.hpp>
#include <string>
#include <string_view>

namespace oncelab::api {
namespace {

using std::string_literals::operator""s;

Request with_keys(std::initializer_list<std::string> keys) {
  Request request{.method = "POST", .target = "/", .headers = {}, .body = {}};
  for (const std::string& key : keys) {
    request.headers.push_back({"Idempotency-Key", key});
  }
  return request;
}

/// The reading in words, so that a failed comparison can be read.
std::string reading(const Request& request, KeyGrammar grammar) {
  const KeyReading read = read_key(request, grammar);
  if (const auto* key = std::get_if<std::string_view>(&read)) {
    return "key " + std::string(*key);
  }
  if (const auto* problem = std::get_if<Problem>(&read)) {
    return std::string(code_of(*problem));
  }
  return "none";
}

std::string strictly(std::initializer_list<std::string> keys) {
  return reading(with_keys(keys), KeyGrammar::printable_ascii);
}

std::string freely(std::initializer_list<std::string> keys) {
  return reading(with_keys(keys), KeyGrammar::any_text);
}

TEST(printable_ascii_key, is_absent_without_the_header) { EXPECT_EQ(strictly({}), "none"); }

TEST(printable_ascii_key, is_taken_as_it_is) {
  EXPECT_EQ(strictly({"key-1"}), "key key-1");
  EXPECT_EQ(strictly({" Key \"1\"~ "}), "key  Key \"1\"~ ");
}

TEST(printable_ascii_key, must_not_be_empty) { EXPECT_EQ(strictly({""}), "empty_key"); }

TEST(printable_ascii_key, has_at_most_255_bytes) {
  EXPECT_EQ(strictly({std::string(255, 'k')}), "key " + std::string(255, 'k'));
  EXPECT_EQ(strictly({std::string(256, 'k')}), "key_too_long");
  EXPECT_EQ(strictly({std::string(10'000, '\n')}), "key_too_long");
}

TEST(printable_ascii_key, holds_no_control_and_nothing_beyond_ascii) {
  for (const std::string& key : {"\0"s, "key\n"s, "\tkey"s, "k\x7f"s, "k\x80y"s, "clé"s, "\xff"s}) {
    EXPECT_EQ(strictly({key}), "key_malformed");
  }
}

TEST(printable_ascii_key, comes_once) {
  EXPECT_EQ(strictly({"key-1", "key-2"}), "repeated_key");
  EXPECT_EQ(strictly({"key-1", "key-1"}), "repeated_key");
  EXPECT_EQ(strictly({"", ""}), "repeated_key");
}

TEST(any_text_key, is_the_first_header) {
  EXPECT_EQ(freely({"key-1", "key-2"}), "key key-1");
  EXPECT_EQ(freely({"\n" + std::string(300, '\xff')}), "key \n" + std::string(300, '\xff'));
}

TEST(any_text_key, is_absent_if_the_first_header_is_missing_or_empty) {
  EXPECT_EQ(freely({}), "none");
  EXPECT_EQ(freely({""}), "none");
  EXPECT_EQ(freely({"", "key-2"}), "none");
}

TEST(key_header, is_found_in_any_case) {
  Request request = with_keys({});
  request.headers = {{"X-Other", "x"}, {"idempotency-KEY", "key-1"}};
  for (const KeyGrammar grammar : {KeyGrammar::any_text, KeyGrammar::printable_ascii}) {
    EXPECT_EQ(reading(request, grammar), "key key-1");
  }
}

}  // namespace
}  // namespace oncelab::api
