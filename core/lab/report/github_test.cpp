// Golden, hostile texts, limits.
#include <oncelab/core/lab/report/github.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace oncelab::report {
namespace {

using Kind = Judgement::Kind;

Judgement judgement(Kind kind, const std::string& name) {
  Judgement j;
  j.suite = "inbox";
  j.name = name;
  j.kind = kind;
  j.verdict = kind == Kind::undecided ? "inconclusive" : "violated";
  j.expected = kind == Kind::as_expected ? "violated" : "held";
  j.coverage = "dfs: linearizability after 3 schedules";
  if (kind != Kind::as_expected) {
    j.message = "linearizability: no order explains the answers";
    j.text = "the columns\n  of " + name + "\n";
    j.place = "core/stores/store.cpp:12";
  }
  return j;
}

TEST(Annotations, golden) {
  Judgement undecided = judgement(Kind::undecided, "claiming");
  undecided.place.clear();
  undecided.message = "interrupted";
  const std::vector all = {judgement(Kind::as_expected, "naive"), judgement(Kind::other, "atomic"),
                           undecided};
  EXPECT_EQ(annotations(all),
            "::error file=core/stores/store.cpp,line=12,title=inbox atomic%3A violated::"
            "linearizability: no order explains the answers\n"
            "::error title=inbox claiming%3A inconclusive::interrupted\n");
  EXPECT_EQ(annotations({}), "");
}

TEST(Annotations, texts_cannot_end_the_line_or_the_property) {
  Judgement j = judgement(Kind::other, "a,line=1::b");
  j.message = "100%\r\n::error::injected\x1b[31m";
  j.place = "dir,x:y%.cpp:7";
  EXPECT_EQ(annotations(std::vector{j}),
            "::error file=dir%2Cx%3Ay%25.cpp,line=7,title=inbox a%2Cline=1%3A%3Ab%3A violated::"
            "100%25\xEF\xBF\xBD%0A::error::injected\xEF\xBF\xBD[31m\n");
}

TEST(Annotations, a_place_that_is_none_is_left_out) {
  for (const char* place : {"store.cpp", "store.cpp:", ":12", "store.cpp:x"}) {
    Judgement j = judgement(Kind::other, "atomic");
    j.place = place;
    EXPECT_TRUE(annotations(std::vector{j}).starts_with("::error title=")) << place;
  }
}

TEST(Annotations, are_at_most_ten) {
  std::vector<Judgement> all(10, judgement(Kind::other, "atomic"));
  EXPECT_EQ(annotations(all).find("left out"), std::string::npos);
  all.insert(all.end(), 2, judgement(Kind::undecided, "atomic"));
  const std::string text = annotations(all);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 11);
  EXPECT_TRUE(
      text.ends_with("\noncelab: 2 more annotations left out: GitHub shows 10 for each step\n"))
      << text;
}

TEST(StepSummary, golden) {
  const std::vector all = {judgement(Kind::as_expected, "naive"), judgement(Kind::other, "atomic"),
                           judgement(Kind::undecided, "claiming")};
  EXPECT_EQ(step_summary({"oncelab check", "scenario", "variant", "seed 1"}, all),
            R"(## oncelab check: 3 verdicts, 1 as expected, **1 not**, **1 undecided**

| scenario | variant | verdict | expected | coverage |
| --- | --- | --- | --- | --- |
| inbox | naive | violated | violated | dfs: linearizability after 3 schedules |
| inbox | atomic | **violated** | held | dfs: linearizability after 3 schedules |
| inbox | claiming | **inconclusive** | held | dfs: linearizability after 3 schedules |

seed 1

### inbox atomic: violated, expected held

```text
the columns
  of atomic
```

### inbox claiming: inconclusive, expected held

```text
the columns
  of claiming
```
)");
}

TEST(StepSummary, a_cell_stays_one_and_a_block_cannot_be_ended) {
  Judgement j = judgement(Kind::other, "a|b\n| c | <img> `x` [l](u) @team");
  j.text = "```\n# out\n`````\n";
  const std::string text = step_summary({"t", "scenario", "variant", ""}, std::vector{j});
  EXPECT_NE(text.find("| inbox | a\\|b<br>\\| c \\| \\<img\\> \\`x\\` \\[l\\](u) \\@team | "),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n``````text\n```\n# out\n`````\n``````\n"), std::string::npos) << text;
}

TEST(StepSummary, whatever_does_not_fit_is_left_out_and_counted) {
  const std::vector<Judgement> all(100, judgement(Kind::other, "atomic"));
  const SummaryHead head{"t", "scenario", "variant", "seed 1"};
  const std::string whole = step_summary(head, all);
  EXPECT_EQ(whole.find("Left out"), std::string::npos);
  for (std::size_t most = 0; most <= whole.size() + 300; most += 50) {
    SummaryHead limited = head;
    limited.bytes_max = most;
    const std::string text = step_summary(limited, all);
    EXPECT_LE(text.size(), most);
    if (text.size() < whole.size() && !text.empty()) {
      EXPECT_NE(text.find("\nLeft out, for GitHub takes no more: "), std::string::npos) << text;
    }
  }
  SummaryHead limited = head;
  limited.bytes_max = 1000;
  EXPECT_TRUE(
      step_summary(limited, all)
          .ends_with("\nLeft out, for GitHub takes no more: 92 rows and 100 counterexamples.\n"))
      << step_summary(limited, all);
}

TEST(StepSummary, one_that_is_too_large_does_not_keep_the_next_out) {
  std::vector all = {judgement(Kind::other, "large"), judgement(Kind::other, "small")};
  all[0].text.assign(step_summary_bytes_max, 'x');
  const std::string text = step_summary({"t", "scenario", "variant", ""}, all);
  EXPECT_LT(text.size(), 2000U);
  EXPECT_NE(text.find("  of small\n"), std::string::npos);
  EXPECT_TRUE(text.ends_with("\nLeft out, for GitHub takes no more: 1 counterexample.\n"));
}

}  // namespace
}  // namespace oncelab::report
