#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <array>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <optional>

#include <oncelab/core/lab/report/embedded.hpp>
#include <oncelab/core/lab/report/page_shell.hpp>

namespace oncelab::report {
namespace {

namespace json = boost::json;

PageHead plain_head() {
  PageHead head;
  head.title = "history.log";
  head.verdict = "violated: history.log";
  head.tone = PageHead::Tone::violated;
  head.lines = {{"Coverage", "86 operations"}, {"Command", "oncelab verify history.log", true}};
  head.blocks = {{"Why", "  read 4\n    but the register held 1\n"}};
  return head;
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

std::string between(const std::string& text, std::string_view start, std::string_view end) {
  const auto from = text.find(start);
  EXPECT_NE(from, std::string::npos) << start;
  const auto to = text.find(end, from + start.size());
  EXPECT_NE(to, std::string::npos) << end;
  return text.substr(from + start.size(), to - from - start.size());
}

std::string sha256_base64(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::array<unsigned char, std::size_t{4} * EVP_MAX_MD_SIZE> base64{};
  const int length = EVP_EncodeBlock(base64.data(), digest.data(), static_cast<int>(size));
  return {base64.begin(), base64.begin() + length};
}

TEST(PageShell, says_verdict_lines_and_blocks_in_plain_text_before_any_script) {
  const std::string page = html_page(plain_head(), R"({"kind":"history"})");
  const std::string text = page.substr(0, page.find("<script"));
  EXPECT_NE(text.find("<title>history.log</title>"), std::string::npos);
  EXPECT_NE(text.find("<p class=\"verdict violated\">violated: history.log</p>"),
            std::string::npos);
  EXPECT_NE(text.find("<dt>Coverage</dt><dd>86 operations</dd>"), std::string::npos);
  EXPECT_NE(text.find("<dt>Command</dt><dd><code>oncelab verify history.log</code></dd>"),
            std::string::npos);
  EXPECT_NE(text.find("<summary>Why</summary><pre>\n  read 4\n    but the register held 1\n</pre>"),
            std::string::npos);
}

TEST(PageShell, every_tone_is_a_class_of_its_own) {
  PageHead head = plain_head();
  for (const auto& [tone, name] : {std::pair{PageHead::Tone::held, "held"},
                                   {PageHead::Tone::inconclusive, "inconclusive"},
                                   {PageHead::Tone::other, "other"}}) {
    head.tone = tone;
    EXPECT_NE(html_page(head, "{}").find("<p class=\"verdict " + std::string(name) + "\">"),
              std::string::npos);
  }
}

TEST(PageShell, the_policy_allows_exactly_the_style_and_the_script_that_are_in_the_file) {
  const std::string page = html_page(plain_head(), "{}");
  const std::string style = between(page, "<style>", "</style>");
  const std::string script = between(page, "</script>\n<script>", "</script>");
  EXPECT_EQ(style, page_files()[0].text);
  EXPECT_EQ(script, page_files()[1].text);
  EXPECT_EQ(between(page, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\">"),
            "default-src 'none'; style-src 'sha256-" + sha256_base64(style) +
                "'; script-src 'sha256-" + sha256_base64(script) +
                "'; base-uri 'none'; form-action 'none'");
}

TEST(PageShell, nothing_in_a_text_is_markup) {
  const std::string hostile = "</title></script><img src=x onerror='alert(1)'>\"&";
  PageHead head = plain_head();
  head.title = head.verdict = hostile;
  head.lines = {{hostile, hostile}, {hostile, hostile, true}};
  head.blocks = {{hostile, hostile}};
  const std::string plain = html_page(plain_head(), "{}");
  const std::string page = html_page(head, "{}");
  EXPECT_EQ(count(page, "<img"), 0U);
  EXPECT_EQ(count(page, "</title>"), 1U);
  EXPECT_EQ(count(page, "</script>"), count(plain, "</script>"));
  EXPECT_NE(
      page.find("<title>&lt;/title&gt;&lt;/script&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;"
                "&quot;&amp;</title>"),
      std::string::npos);
}

TEST(PageShell, nothing_in_the_data_ends_its_element_and_the_data_stays_the_same) {
  const json::object data = {{"kind", "history"},
                             {"name", "</script><!-- \xE2\x80\xA8 \xE2\x80\xA9 \" \\"}};
  const std::string page = html_page(plain_head(), json::serialize(data));
  const std::string text =
      between(page, "<script type=\"application/json\" id=\"data\">", "</script>");
  EXPECT_EQ(text.find('<'), std::string::npos);
  EXPECT_EQ(text.find("\xE2\x80\xA8"), std::string::npos);
  EXPECT_EQ(json::parse(text), json::value(data));
}

TEST(PageText, keeps_what_can_be_shown) {
  EXPECT_EQ(page_text("Zahlung \xC3\xBC\n\tok <b>"), "Zahlung \xC3\xBC\n\tok <b>");
}

TEST(PageText, replaces_control_characters_bad_bytes_and_what_turns_the_writing) {
  EXPECT_EQ(page_text("a\x01z"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(page_text("a\xFFz"), "a\xEF\xBF\xBDz");
  // U+061C, U+200F, U+202A, U+202E, U+2066, U+2069; not U+2029, U+202F, U+206A.
  for (const std::string& turning :
       {std::string{'\xD8', '\x9C'}, std::string{'\xE2', '\x80', '\x8F'},
        std::string{'\xE2', '\x80', '\xAA'}, std::string{'\xE2', '\x80', '\xAE'},
        std::string{'\xE2', '\x81', '\xA6'}, std::string{'\xE2', '\x81', '\xA9'}}) {
    EXPECT_EQ(page_text("a" + turning + "z"), "a\xEF\xBF\xBDz");
  }
  for (const std::string& plain :
       {std::string{'\xE2', '\x80', '\xA9'}, std::string{'\xE2', '\x80', '\xAF'},
        std::string{'\xE2', '\x81', '\xAA'}}) {
    EXPECT_EQ(page_text("a" + plain + "z"), "a" + plain + "z");
  }
}

TEST(PageText, is_cut_between_characters) {
  EXPECT_EQ(page_text("abcdef", 6), "abcdef");
  EXPECT_EQ(page_text("abcdefg", 6), "abc...");
  EXPECT_EQ(page_text("ab\xC3\xBC\xC3\xBC\xC3\xBC", 6), "ab...");
  EXPECT_EQ(page_text(std::string(10000, 'x'), 100).size(), 100U);
}

}  // namespace
}  // namespace oncelab::report
