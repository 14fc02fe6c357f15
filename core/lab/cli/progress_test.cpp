// Progress with a clock of our own, and colour: where it comes, and above all where it does not.
#include <oncelab/core/lab/cli/progress.hpp>

#include <oncelab/core/lab/cli/cli_fixture.hpp>
#include <oncelab/core/lab/report/write_file.hpp>

namespace oncelab::cli {
namespace {

/// What is shown when every call comes this many seconds after the one before.
std::string shown(ProgressStyle style, std::optional<std::uint64_t> schedules_max, double each) {
  std::ostringstream err;
  double now = 0;
  {
    Progress progress(err, {style, "toy\x1b torn", schedules_max, [&] { return now; }});
    for (std::uint64_t schedules = 100; schedules <= 1000; schedules += 300) {
      now += each;
      EXPECT_TRUE(progress.go_on(schedules));
    }
  }
  return err.str();
}

TEST(Progress, bar_is_written_over_and_gone_in_the_end) {
  EXPECT_EQ(shown(ProgressStyle::bar, 1000, 0.6),
            "\r\x1b[Ktoy\\x1b torn [========>           ] 400 of 1000 schedules, 1 s"
            "\r\x1b[Ktoy\\x1b torn [==============>     ] 700 of 1000 schedules, 2 s"
            "\r\x1b[Ktoy\\x1b torn [====================] 1000 of 1000 schedules, 2 s"
            "\r\x1b[K");
  EXPECT_TRUE(shown(ProgressStyle::bar, std::nullopt, 0.6)
                  .starts_with("\r\x1b[Ktoy\\x1b torn: 400 schedules, 1 s\r\x1b[K"));
  EXPECT_EQ(shown(ProgressStyle::bar, 1000, 0.2), "");  // over within the first second
}

TEST(Progress, bar_fits_a_line) {
  std::ostringstream err;
  double now = 0;
  Progress progress(err, {ProgressStyle::bar, std::string(500, 'x'), 1000, [&] { return now; }});
  now = 2;
  progress.show(1);
  EXPECT_LE(err.str().size(), 79 + std::string("\r\x1b[K").size());
}

TEST(Progress, plain_is_a_line_now_and_then) {
  EXPECT_EQ(shown(ProgressStyle::plain, 1000, 6),
            "oncelab: toy\\x1b torn: 400 of 1000 schedules, 12 s\n"
            "oncelab: toy\\x1b torn: 1000 of 1000 schedules, 24 s\n");
  EXPECT_EQ(shown(ProgressStyle::plain, 1000, 1), "");
}

TEST(Progress, none_is_nothing) { EXPECT_EQ(shown(ProgressStyle::none, 1000, 100), ""); }

TEST(Progress, auto_is_a_bar_on_a_terminal_that_can_show_one) {
  Environment e;
  EXPECT_EQ(progress_style("auto", e), ProgressStyle::none);
  e.err_is_terminal = true;
  EXPECT_EQ(progress_style("auto", e), ProgressStyle::bar);
  EXPECT_EQ(progress_style("plain", e), ProgressStyle::plain);
  EXPECT_EQ(progress_style("none", e), ProgressStyle::none);
  e.dumb_terminal = true;
  EXPECT_EQ(progress_style("auto", e), ProgressStyle::none);
  EXPECT_EQ(progress_style("bar", e), ProgressStyle::bar);
}

class CliColour : public Cli {
 protected:
  static Environment terminal() {
    Environment e;
    e.out_is_terminal = true;
    e.err_is_terminal = true;
    return e;
  }
  static bool has_colour(const std::string& text) { return text.find('\x1b') != std::string::npos; }
};

TEST_F(CliColour, verdict_words_on_a_terminal) {
  EXPECT_NE(run_it({"explore", "toy", "--variant", "whole"}, terminal())
                .out.find("\n\x1b[32mheld\x1b[0m: sampled"),
            std::string::npos);
  EXPECT_NE(run_it({"explore", "toy", "--corpus", corpus}, terminal())
                .out.find("\n\x1b[31mviolated\x1b[0m: no lost update"),
            std::string::npos);
  EXPECT_TRUE(
      run_it({"replay", "--corpus", corpus}, terminal()).out.starts_with("\x1b[31mFAILED\x1b[0m "));
  EXPECT_TRUE(run_it({"check", "toy", "--variant", "torn", "--corpus", corpus}, terminal())
                  .out.starts_with("toy torn: \x1b[32mviolated\x1b[0m, as expected\n"));
  EXPECT_TRUE(run_it({"explore", "toy", "--variant", "stuck"}, terminal())
                  .out.find("\n\x1b[33minconclusive\x1b[0m: ") != std::string::npos);
}

TEST_F(CliColour, not_if_it_is_not_wanted_or_not_known) {
  Environment no_colour = terminal();
  no_colour.no_colour = true;
  Environment dumb = terminal();
  dumb.dumb_terminal = true;
  Environment piped = terminal();
  piped.out_is_terminal = false;
  for (const Environment& e : {no_colour, dumb, piped, Environment()}) {
    const Ran ran = run_it({"explore", "toy", "--variant", "whole"}, e);
    EXPECT_FALSE(has_colour(ran.out + ran.err));
  }
}

TEST_F(CliColour, never_in_json_or_junit) {
  const std::string junit = (folder / "junit.xml").string();
  const std::string summary = write("summary.md", "");
  Environment e = terminal();
  e.github_actions = true;
  e.github_step_summary = summary;
  Ran ran = run_it({"check", "toy", "--corpus", corpus, "--json", "-", "--junit", junit}, e);
  EXPECT_FALSE(has_colour(ran.out));
  EXPECT_TRUE(has_colour(ran.err));  // what people read
  EXPECT_FALSE(has_colour(report::read_file(junit, 1U << 20U).value()));
  EXPECT_FALSE(has_colour(report::read_file(summary, 1U << 20U).value()));
  e.err_is_terminal = false;  // oncelab check --json - 2>log
  ran = run_it({"check", "toy", "--corpus", corpus, "--json", "-"}, e);
  EXPECT_FALSE(has_colour(ran.out + ran.err));
}

}  // namespace
}  // namespace oncelab::cli
