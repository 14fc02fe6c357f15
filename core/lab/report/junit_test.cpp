// Golden, and hostile texts.
#include <oncelab/core/lab/report/junit.hpp>

#include <gtest/gtest.h>

#include <oncelab/core/lab/base/prng.hpp>
#include <oncelab/core/lab/report/xml_check.hpp>

namespace oncelab::report {
namespace {

std::vector<Judgement> three() {
  std::vector<Judgement> all(3);
  all[0].suite = "inbox";
  all[0].name = "atomic";
  all[0].kind = Judgement::Kind::other;
  all[0].verdict = "violated";
  all[0].expected = "held";
  all[0].coverage = "2 clients x 1 operation, dfs: linearizability after 3 schedules";
  all[0].message = "violated, expected held; linearizability: no order explains \"a\" & <b>";
  all[0].text = "inbox, variant atomic\n\n  step  client 0\n     0  lock mutex #1\n";
  all[0].place = "store.cpp:12";
  all[0].seconds = 0.0116;
  all[1].suite = "order";
  all[1].name = "plain";
  all[1].kind = Judgement::Kind::undecided;
  all[1].verdict = "inconclusive";
  all[1].expected = "held";
  all[1].coverage = "stopped after 7 schedules";
  all[1].message = "inconclusive, expected held; interrupted";
  all[1].text = "interrupted";
  all[1].seconds = 61;
  all[2].suite = "inbox";
  all[2].name = "naive";
  all[2].verdict = "violated";
  all[2].expected = "violated";
  all[2].coverage = "first line\nsecond line";
  all[2].seconds = 0.0004;
  return all;
}

TEST(Junit, golden) {
  const std::string text = junit({"oncelab check", {{"seed", "1"}}}, three());
  EXPECT_EQ(xml_problem(text), std::nullopt);
  EXPECT_EQ(text, R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="oncelab check" tests="3" failures="1" errors="1" time="61.012">
  <testsuite name="inbox" tests="2" failures="1" errors="0" skipped="0" time="0.012">
    <properties>
      <property name="seed" value="1"/>
    </properties>
    <testcase classname="inbox" name="atomic" time="0.012">
      <failure type="violated" message="violated, expected held; linearizability: no order explains &quot;a&quot; &amp; &lt;b&gt;">inbox, variant atomic

  step  client 0
     0  lock mutex #1
</failure>
      <system-out>violated: 2 clients x 1 operation, dfs: linearizability after 3 schedules</system-out>
    </testcase>
    <testcase classname="inbox" name="naive" time="0.000">
      <system-out>violated: first line
second line</system-out>
    </testcase>
  </testsuite>
  <testsuite name="order" tests="1" failures="0" errors="1" skipped="0" time="61.000">
    <properties>
      <property name="seed" value="1"/>
    </properties>
    <testcase classname="order" name="plain" time="61.000">
      <error type="inconclusive" message="inconclusive, expected held; interrupted">interrupted</error>
      <system-out>inconclusive: stopped after 7 schedules</system-out>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(Junit, nothing_is_a_document_too) {
  const std::string text = junit({"oncelab replay", {}}, {});
  EXPECT_EQ(xml_problem(text), std::nullopt);
  EXPECT_NE(text.find("tests=\"0\" failures=\"0\" errors=\"0\" time=\"0.000\""), std::string::npos);
}

Judgement hostile(const std::string& text) {
  Judgement j;
  j.kind = Judgement::Kind::other;
  j.suite = j.name = j.verdict = j.expected = j.coverage = j.message = j.text = text;
  return j;
}

TEST(Junit, is_well_formed_whatever_the_texts_are) {
  using namespace std::string_literals;
  for (const std::string& text :
       {""s, "]]>"s, "</failure>"s, "</script><script>alert(1)</script>"s, "\"'<>&"s, "&lt;"s,
        "&#0;"s, "<!--"s, "<![CDATA["s, "a\0b"s, "\x1b[31m\x07\x7f"s, "\r\n\t"s, "\xFF\xFE"s,
        "\xEF\xBF\xBF"s, "\xED\xA0\x80"s, "\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80"s, "\xE2\x82"s,
        "a\" b=\"c"s}) {
    const Judgement j = hostile(text);
    const std::string xml = junit({text, {{text, text}}}, std::vector{j, j});
    EXPECT_EQ(xml_problem(xml), std::nullopt) << xml;
  }
}

TEST(Junit, keeps_what_xml_can_hold) {
  const std::string text = "]]> </failure> \"'<>& \t\n &amp; \xC3\xBC\n";
  EXPECT_EQ(xml_content(junit({"", {}}, std::vector{hostile(text)}), "failure"), text);
}

TEST(Junit, random_bytes_are_well_formed) {
  using namespace std::string_view_literals;
  constexpr std::string_view bytes =
      "<>&\"']]\x00\x1b\xC3\xA9\xE2\x82\xAC\xED\xFF\xEF\xBF\xBE \n;#x"sv;
  Prng random(Seed{7});
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (auto size = random.below(12); size > 0; --size) {
      text += bytes[random.below(bytes.size())];
    }
    const std::string xml = junit({text, {}}, std::vector{hostile(text)});
    ASSERT_EQ(xml_problem(xml), std::nullopt) << xml;
  }
}

TEST(XmlCheck, refuses_what_is_not_xml) {
  const std::string head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  EXPECT_EQ(xml_problem(head + "<a b=\"&#10;\">x&gt;<c/></a>\n"), std::nullopt);
  for (const char* text :
       {"", "<a>", "<a></b>", "<a b=\"1\" b=\"2\"></a>", "<a b=\"<\"></a>", "<a>]]></a>",
        "<a>&x;</a>", "<a>&</a>", "<a>\x01</a>", "<a>\xFF</a>", "<a>\xC0\x80</a>", "<a></a><b></b>",
        "<a>\xED\xA0\x80</a>", "<a>\xEF\xBF\xBE</a>", "<a b='1'></a>", "<a b=\"\n\"></a>"}) {
    EXPECT_NE(xml_problem(head + text + "\n"), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace oncelab::report
