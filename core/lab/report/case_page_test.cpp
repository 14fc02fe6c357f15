// The table of a counterexample, parts of its text, and the page that is made of both.
#include <oncelab/core/lab/report/case_page.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include <oncelab/core/lab/report/columns.hpp>

namespace oncelab::report {
namespace {

namespace json = boost::json;
using runtime::OpKind;

/// Two clients; client 0 is preempted after `before` steps and goes on after `meanwhile`.
Counterexample preempted_once(std::size_t before, std::size_t meanwhile, std::size_t after) {
  Counterexample c;
  c.title = "t";
  c.threads.resize(3);
  c.threads[1].client = 0;
  c.threads[2].client = 1;
  const auto add = [&](std::uint32_t thread, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      DescribedStep s;
      s.thread = thread;
      s.kind = OpKind::mutex_lock;
      s.object = 1;
      s.at = "a.cpp:" + std::to_string(i % 10);
      c.steps.push_back(s);
    }
  };
  add(1, before);
  add(2, meanwhile);
  add(1, after);
  c.steps[before].flags = runtime::step_preemption;
  c.failure = {"p", "p failed"};
  return c;
}

JudgedCase judged(std::optional<CaseTable> table, std::string name = "variant") {
  JudgedCase one;
  one.judgement.suite = "suite";
  one.judgement.name = std::move(name);
  one.judgement.kind = table ? Judgement::Kind::other : Judgement::Kind::as_expected;
  one.judgement.verdict = table ? "violated" : "held";
  one.judgement.expected = "held";
  one.judgement.coverage = "all of it\nand more\n";
  one.table = std::move(table);
  return one;
}

json::object data_of(const std::string& html) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const auto from = html.find(begin) + begin.size();
  return json::parse(html.substr(from, html.find("</script>", from) - from)).as_object();
}

/// All that a page has before the script.
std::string text_of(const std::string& html) {
  const auto from = html.find("<header>");
  return html.substr(from, html.find("</header>") - from);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(CaseTable, has_a_row_for_each_step_and_one_for_the_preemption) {
  const CaseTable table = case_table(preempted_once(2, 1, 1));
  ASSERT_EQ(table.rows.size(), 5U);
  const std::vector<std::string> columns = {"client 0", "client 1"};
  EXPECT_EQ(table.columns, columns);
  const CaseRow& mark = table.rows[2];
  EXPECT_EQ(mark.kind, CaseRow::Kind::preemption);
  EXPECT_FALSE(mark.is_step());
  EXPECT_EQ(mark.column, 0U);
  EXPECT_EQ(table.rows[3].column, 1U);
  EXPECT_EQ(table.rows[3].at, "a.cpp:0");
  const std::vector<bool> critical = {false, true, true, true, true};
  EXPECT_TRUE(std::ranges::equal(table.rows, critical, {}, &CaseRow::critical));
  EXPECT_EQ(table.windows, std::vector<std::string>{"critical window: client 0 was preempted "
                                                    "after step 1 and went on with step 3"});
}

TEST(CaseTable, a_preemption_after_a_clock_step_belongs_to_who_was_preempted) {
  Counterexample c = preempted_once(2, 2, 1);
  c.steps[2].kind = OpKind::clock_step;
  c.steps[2].thread = 0;
  c.steps[2].flags = 0;
  c.steps[3].flags = runtime::step_preemption;
  const auto windows = critical_windows(c.steps);
  ASSERT_EQ(windows.size(), 1U);
  EXPECT_EQ(windows[0].first, 1U);
  EXPECT_EQ(windows[0].last, 4U);
  EXPECT_EQ(windows[0].thread, 1U);
  EXPECT_EQ(case_table(c).rows[3].column, 0U);
}

TEST(CaseTable, windows_may_overlap_and_end_where_they_are_told) {
  Counterexample c = preempted_once(2, 2, 2);
  c.steps[3].thread = 0;  // client 1 is preempted too, and never goes on
  c.steps[3].flags = runtime::step_preemption;
  const auto windows = critical_windows(c.steps);
  ASSERT_EQ(windows.size(), 2U);
  EXPECT_EQ(windows[0].last, 4U);
  EXPECT_TRUE(windows[0].resumed);
  EXPECT_EQ(windows[1].first, 2U);
  EXPECT_EQ(windows[1].last, 5U);
  EXPECT_FALSE(windows[1].resumed);
}

TEST(Columns, of_a_long_table_keep_what_is_critical_and_count_the_rest) {
  const CaseTable table = case_table(preempted_once(1000, 3, 1000));
  EXPECT_EQ(table.rows.size(), 2004U);
  const std::string text = columns(table, 60);
  EXPECT_LT(std::ranges::count(text, '\n'), 80);
  EXPECT_TRUE(has(text, "        ... 991 rows left out ...\n"));
  EXPECT_TRUE(has(text, "-- preempted here --"));
  EXPECT_TRUE(has(text, "|  999  lock mutex #1"));
  EXPECT_TRUE(has(text, "| 1003  lock mutex #1"));
  EXPECT_TRUE(has(text, "  2002  lock mutex #1"));
  EXPECT_TRUE(has(text, "| critical window: client 0 was preempted after step 999"));
}

TEST(Columns, of_no_rows_still_say_what_failed) {
  const CaseTable table = case_table(preempted_once(5, 5, 5));
  const std::string text = columns(table, 0);
  EXPECT_TRUE(has(text, "        ... 16 rows left out ...\n"));
  EXPECT_TRUE(has(text, "\np failed\n"));
  EXPECT_FALSE(has(text, "lock mutex"));
}

TEST(CasePage, says_everything_of_one_verdict_in_its_text) {
  CasePage page;
  page.head.title = "oncelab explore";
  page.head.verdict = "violated: p";
  page.head.lines = {{"Seed", "7"}};
  CaseTable table = case_table(preempted_once(2, 1, 1));
  table.replay_command = "oncelab replay 'x y.json'";
  table.explanation = "because\nof this\n";
  page.judged.push_back(judged(table));
  const std::string text = text_of(case_page(page));
  EXPECT_TRUE(has(text, "violated: p</p>"));
  EXPECT_TRUE(has(text,
                  "<dt>Failure</dt><dd>p failed</dd>\n<dt>Coverage</dt><dd>all of it; and "
                  "more</dd>\n<dt>Seed</dt><dd>7</dd>\n<dt>Replay</dt><dd><code>oncelab "
                  "replay &#39;x y.json&#39;</code></dd>\n"))
      << text;
  EXPECT_TRUE(has(text, "-- preempted here --"));
  EXPECT_TRUE(has(text, "because\nof this\n"));
}

TEST(CasePage, has_each_row_and_the_critical_ones_in_its_data) {
  CasePage page;
  page.judged.push_back(judged(case_table(preempted_once(2, 1, 3))));
  const json::object data = data_of(case_page(page));
  EXPECT_EQ(data.at("kind"), "case");
  EXPECT_EQ(data.at("cases").at(0).at("count"), 7);
  const json::object& run = data.at("cases").at(0).at("run").as_object();
  EXPECT_EQ(run.at("columns"), (json::array{"client 0", "client 1"}));
  EXPECT_EQ(run.at("rows"), (json::array{0, 1, 2, 3, 0, 1, 4}));
  EXPECT_EQ(run.at("critical"), (json::array{1, 5}));
  const json::array& mark = run.at("kinds").at(2).as_array();
  EXPECT_EQ(mark.at(0), "preemption");
  EXPECT_EQ(mark.at(1), 0);
  EXPECT_EQ(run.at("texts").at(mark.at(2).to_number<std::size_t>()), "preempted here");
  EXPECT_EQ(data.at("judged").at(0).at("case"), 0);
}

TEST(CasePage, of_several_verdicts_lists_all_and_has_every_failing_run) {
  CasePage page;
  page.judged.push_back(judged({}, "good"));
  page.judged.push_back(judged(case_table(preempted_once(2, 1, 1)), "bad"));
  page.judged.push_back(judged(case_table(preempted_once(1, 1, 1)), "worse"));
  const std::string html = case_page(page);
  const std::string text = text_of(html);
  EXPECT_TRUE(has(text,
                  "suite good: held, as expected\n  all of it\n  and more\n"
                  "suite bad: violated, EXPECTED held\n"))
      << text;
  EXPECT_FALSE(has(text, "<dt>Failure"));
  const json::object data = data_of(html);
  EXPECT_EQ(data.at("judged").as_array().size(), 3U);
  EXPECT_FALSE(data.at("judged").at(0).as_object().contains("case"));
  EXPECT_EQ(data.at("judged").at(2).at("case"), 1);
  EXPECT_EQ(data.at("cases").as_array().size(), 2U);
}

TEST(CasePage, without_a_failing_run_says_what_held_and_why_not) {
  CasePage page;
  page.head.verdict = "inconclusive: stopped";
  page.judged.push_back(judged({}));
  page.judged[0].judgement.message = "no time left";
  const std::string html = case_page(page);
  EXPECT_TRUE(has(text_of(html), "<dt>Reason</dt><dd>no time left</dd>"));
  EXPECT_EQ(data_of(html).at("cases"), json::array());
}

TEST(CasePage, of_a_long_run_is_small_and_prints_its_critical_rows_only) {
  CasePage page;
  page.judged.push_back(judged(case_table(preempted_once(30'000, 5, 20'000))));
  const std::string html = case_page(page);
  EXPECT_LT(html.size(), 150'000U);
  EXPECT_TRUE(has(text_of(html), "-- preempted here --"));
  EXPECT_LT(text_of(html).size(), 100'000U);
  const json::object data = data_of(html);
  const json::object& one = data.at("cases").at(0).as_object();
  EXPECT_EQ(one.at("count"), 50'006U);
  EXPECT_FALSE(one.contains("run"));
  EXPECT_LT(one.at("packed").as_string().size(), 10'000U);
}

TEST(CasePage, leaves_out_the_rows_of_a_run_that_is_too_long_and_says_how_many) {
  CasePage page;
  page.judged.push_back(judged(case_table(preempted_once(CasePage::rows_max, 1, 1)), "long"));
  page.judged.push_back(judged(case_table(preempted_once(1, 1, 1)), "short"));
  const json::object data = data_of(case_page(page));
  EXPECT_FALSE(data.at("cases").at(0).as_object().contains("packed"));
  EXPECT_EQ(data.at("cases").at(0).at("count"), CasePage::rows_max + 3);
  EXPECT_TRUE(data.at("cases").at(1).as_object().contains("run"));
}

TEST(CasePage, hostile_texts_stay_texts) {
  const std::string turned = std::string("\xE2\x80") + '\xAE';  // U+202E
  const std::string hostile = "</script><img src=x onerror=alert(1)>\x01\xff" + turned;
  Counterexample c = preempted_once(2, 1, 1);
  c.title = hostile;
  c.failure = {hostile, hostile};
  c.explanation = hostile;
  c.replay_command = hostile;
  c.steps[0].at = hostile;
  CasePage page;
  page.head.title = hostile;
  page.head.verdict = hostile;
  page.judged.push_back(judged(case_table(c), hostile));
  const std::string html = case_page(page);
  EXPECT_FALSE(has(html, "<img"));
  EXPECT_FALSE(has(html, "\x01"));
  EXPECT_FALSE(has(html, "\xff"));
  EXPECT_FALSE(has(html, turned));
  const json::object data = data_of(html);
  EXPECT_EQ(data.at("cases").at(0).at("title"),
            "</script><img src=x onerror=alert(1)>\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(CasePage, texts_are_cut) {
  Counterexample c = preempted_once(2, 1, 1);
  c.steps[0].at = std::string(5000, 'x');
  CasePage page;
  page.judged.push_back(judged(case_table(c)));
  const json::object data = data_of(case_page(page));
  for (const json::value& text : data.at("cases").at(0).at("run").at("texts").as_array()) {
    EXPECT_LE(text.as_string().size(), CasePage::cell_bytes_max);
  }
}

}  // namespace
}  // namespace oncelab::report
