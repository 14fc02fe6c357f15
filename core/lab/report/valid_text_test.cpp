#include <oncelab/core/lab/report/valid_text.hpp>

#include <gtest/gtest.h>

namespace oncelab::report {
namespace {

using namespace std::string_literals;

constexpr const char* bad = "\xEF\xBF\xBD";

TEST(ValidText, that_is_valid_stays) {
  const std::string text = "a\tb\nc ~ \xC3\xBC \xE2\x82\xAC \xF0\x9F\x98\x80 \xEF\xBF\xBD";
  EXPECT_EQ(valid_text(text), text);
  EXPECT_EQ(valid_text(""), "");
}

TEST(ValidText, control_characters_are_replaced) {
  EXPECT_EQ(valid_text("a\0b"s), "a"s + bad + "b");
  EXPECT_EQ(valid_text("\x1b[31m"), bad + "[31m"s);
  EXPECT_EQ(valid_text("\r\n"), bad + "\n"s);
  EXPECT_EQ(valid_text("\x7f"), bad);
  EXPECT_EQ(valid_text("\xC2\x9B"), bad);  // CSI, as one character
}

TEST(ValidText, that_is_no_utf_8_is_replaced) {
  EXPECT_EQ(valid_text("\xFF"), bad);
  EXPECT_EQ(valid_text("\x80"), bad);
  EXPECT_EQ(valid_text("x\xC3"), "x"s + bad);                    // ends too early
  EXPECT_EQ(valid_text("\xE2\x82x"), bad + ""s + bad + "x");     // likewise
  EXPECT_EQ(valid_text("\xC0\xAF"), bad + ""s + bad);            // "/", overlong
  EXPECT_EQ(valid_text("\xE0\x80\xAF"), bad + ""s + bad + bad);  // likewise
  EXPECT_EQ(valid_text("\xED\xA0\x80"), bad + ""s + bad + bad);  // a surrogate
  EXPECT_EQ(valid_text("\xF5\x80\x80\x80"), bad + ""s + bad + bad + bad);
  EXPECT_EQ(valid_text("\xF4\x90\x80\x80"), bad + ""s + bad + bad + bad);  // beyond U+10FFFF
}

TEST(ValidText, characters_that_xml_does_not_have_are_replaced) {
  EXPECT_EQ(valid_text("\xEF\xBF\xBE"), bad);
  EXPECT_EQ(valid_text("\xEF\xBF\xBF"), bad);
}

}  // namespace
}  // namespace oncelab::report
