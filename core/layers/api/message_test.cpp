#include <gtest/gtest.h>

#include <oncelab/core/layers/api/message.hpp>

namespace oncelab::api {
namespace {

const Headers headers = {{"Accept", "a"}, {"X-Id", "1"}, {"x-id", "2"}};

TEST(headers, are_found_without_regard_to_case) {
  EXPECT_EQ(find_header(headers, "ACCEPT"), "a");
  EXPECT_EQ(find_header(headers, "X-ID"), "1");
  EXPECT_EQ(count_headers(headers, "x-ID"), 2U);
}

TEST(headers, that_are_not_there_are_not_found) {
  EXPECT_FALSE(find_header(headers, "Accep").has_value());
  EXPECT_FALSE(find_header(headers, "Accept ").has_value());
  EXPECT_FALSE(find_header({}, "").has_value());
  EXPECT_EQ(count_headers(headers, "X"), 0U);
}

TEST(headers, fold_ascii_letters_only) {
  EXPECT_TRUE(same_header_name("aZ", "Az"));
  EXPECT_FALSE(same_header_name("[", "{"));
  EXPECT_FALSE(same_header_name("\xC4", "\xE4"));
}

}  // namespace
}  // namespace oncelab::api
